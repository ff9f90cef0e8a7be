import * as z from "zod";
import type { Scope } from "#shared/contracts/api/scope.ts";
import { TenantId } from "#shared/contracts/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

/** As API Gateway's JWT authorizer leaves them once it has verified the token; a list comes as `[a b]`. */
const Claims = z.object({
  requestContext: z.object({
    authorizer: z.object({ jwt: z.object({ claims: z.record(z.string(), z.unknown()) }) }),
  }),
});

/**
 * Whose request this is: from the verified token alone, never from anything the caller writes (security.md rule 4).
 * @throws Unauthorized, Forbidden
 */
export function callerTenant(event: unknown, scope: Scope): TenantId {
  const parsed = Claims.safeParse(event);
  if (!parsed.success) throw new DroverError("Unauthorized", "The request carries no verified token.");
  const { claims } = parsed.data.requestContext.authorizer.jwt;
  const tenant = TenantId.safeParse(claims.tenant);
  if (!tenant.success) throw new DroverError("Forbidden", "The token names no tenant.");
  const scopes = String(claims.scope ?? "")
    .replace(/^\[|\]$/g, "")
    .split(" ");
  if (!scopes.includes(scope)) {
    throw new DroverError("Forbidden", `The token lacks the scope ${scope}.`, { details: { scope } });
  }
  return tenant.data;
}
