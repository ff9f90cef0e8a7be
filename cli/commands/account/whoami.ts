import type { Command } from "commander";
import { decodeJwt } from "jose";
import * as z from "zod";
import { bearerOf } from "../../call-route.ts";
import { type FarmFlags, findFarm, withFarmFlags } from "../../find-farm.ts";
import { json, out, plain } from "../../terminal/terminal.ts";

const Claims = z.looseObject({
  tenant: z.string().optional(),
  sub: z.string().optional(),
  client_id: z.string().optional(),
  scope: z.string().optional(),
  exp: z.number().optional(),
});

export const whoamiCommand = (command: Command): Command => withFarmFlags(command).action(whoami);

/** What the token says; whether it is still taken, the next command finds out. */
async function whoami(options: FarmFlags): Promise<void> {
  const farm = await findFarm(options.dir);
  const { tenant, sub, client_id, scope, exp } = claimsOf(await bearerOf(farm));
  const told = {
    endpoint: farm.apiUrl,
    tenant: tenant ?? null,
    subject: sub ?? client_id ?? null,
    scopes: scope?.split(" ") ?? [],
    expiresAt: exp === undefined ? null : new Date(exp * 1_000).toISOString(),
  };
  if (options.json) return json(told);
  out(plain(`${told.subject ?? "somebody whom the token does not name"} at ${told.endpoint}`));
  out(plain(`  tenant ${told.tenant ?? "is not in the claim 'tenant' of the token"}`));
  out(plain(`  scopes ${told.scopes.join(" ") || "are not in the token"}`));
  out(plain(`  until ${told.expiresAt ?? "the issuer says otherwise"}`));
}

/** Of a token that is no JWT nothing is known. */
function claimsOf(token: string): z.infer<typeof Claims> {
  try {
    return Claims.parse(decodeJwt(token));
  } catch {
    return {};
  }
}
