import { SignJWT } from "jose";
import type { TenantId } from "#shared/contracts/ids.ts";
import { type FarmKey, farmKeyAlgorithm } from "./farm-key.ts";

interface TokenGrant {
  readonly tenantId: TenantId;
  readonly scopes: readonly string[];
  readonly lifetimeSeconds: number;
  readonly issuer: string;
  readonly audience: string;
}

/** A bearer token for the farm's API: the tenant it acts for and what it may do. */
export function issueToken(key: FarmKey, grant: TokenGrant, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1_000);
  return new SignJWT({ tenant: grant.tenantId, scope: grant.scopes.join(" ") })
    .setProtectedHeader({ alg: farmKeyAlgorithm, kid: key.keyId, typ: "JWT" })
    .setIssuer(grant.issuer)
    .setAudience(grant.audience)
    .setSubject(grant.tenantId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + grant.lifetimeSeconds)
    .sign(key.privateKey);
}
