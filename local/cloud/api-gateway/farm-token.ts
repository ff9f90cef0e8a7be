import { SignJWT } from "jose";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { type FarmKey, farmKeyAlgorithm } from "./farm-key.ts";

interface TokenGrant {
  readonly tenantId: TenantId;
  readonly scopes: readonly string[];
  readonly lifetimeSeconds: number;
  readonly issuer: string;
  readonly audience: string;
}

/** API Gateway takes no token of the future: one that a clock issued which was ahead by no more than this is good when it is set right. */
const leewaySeconds = 3_600;

/** A bearer token for the farm's API: the tenant it acts for and what it may do. */
export function issueToken(key: FarmKey, grant: TokenGrant, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1_000);
  return new SignJWT({ tenant: grant.tenantId, scope: grant.scopes.join(" ") })
    .setProtectedHeader({ alg: farmKeyAlgorithm, kid: key.keyId, typ: "JWT" })
    .setIssuer(grant.issuer)
    .setAudience(grant.audience)
    .setSubject(grant.tenantId)
    .setIssuedAt(issuedAt - leewaySeconds)
    .setExpirationTime(issuedAt + grant.lifetimeSeconds)
    .sign(key.privateKey);
}
