import { readFile, writeFile } from "node:fs/promises";
import { decodeJwt } from "jose";
import { Scope } from "#shared/contracts/api/scope.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import type { CloudDirectory } from "../cloud-directory.ts";
import { type FarmKey, openFarmKey } from "./farm-key.ts";
import { issueToken } from "./farm-token.ts";
import { createJwtAuthorizer } from "./jwt-authorizer.ts";

const issuer = "https://farm.drover.invalid";
const audience = "drover";
/** Everything the API asks for. */
const farmScopes: readonly string[] = Scope.options;
const lifetimeSeconds = 365 * 24 * 3_600;
const renewalSeconds = 7 * 24 * 3_600;

interface FarmAccess {
  readonly key: FarmKey;
  /** For the farm's own tenant, with every scope; the same over restarts, until it nears its end. */
  readonly token: string;
  readonly authorize: ReturnType<typeof createJwtAuthorizer>;
}

/** The farm's key, its own token and the authorizer that knows both. */
export async function openFarmAccess(
  directory: Pick<CloudDirectory, "pathOf">,
  tenantId: TenantId,
  clock: () => Date,
): Promise<FarmAccess> {
  const key = await openFarmKey(directory.pathOf("."));
  const authorize = createJwtAuthorizer({ issuer, audiences: [audience], publicKey: key.publicKey, clock });
  const file = directory.pathOf("token");
  const kept = await readFile(file, "utf8").catch(() => "");
  const now = clock();
  const stillGood =
    (await authorize(kept)).ok && isFor(kept, tenantId) && secondsLeft(kept, now) > renewalSeconds;
  if (stillGood) return { key, token: kept, authorize };
  const token = await issueToken(
    key,
    { tenantId, scopes: farmScopes, lifetimeSeconds, issuer, audience },
    now,
  );
  await writeFile(file, token, { mode: 0o600 });
  return { key, token, authorize };
}

const secondsLeft = (token: string, now: Date): number => (decodeJwt(token).exp ?? 0) - now.getTime() / 1_000;

function isFor(token: string, tenantId: TenantId): boolean {
  const claims = decodeJwt(token);
  return claims.tenant === tenantId && claims.scope === farmScopes.join(" ");
}
