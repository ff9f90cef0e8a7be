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
 * Whose request this is: from the verified token alone, never from anything the caller writes (docs/security.md rule 4).
 * @throws Unauthorized, Forbidden
 */
export function callerTenant(event: unknown, scope: Scope): TenantId {
  const parsed = Claims.safeParse(event);
  if (!parsed.success) throw new DroverError("Unauthorized", "The request carries no verified token.");
  const { claims } = parsed.data.requestContext.authorizer.jwt;
  const tenant = TenantId.safeParse(claims.tenant);
  if (!tenant.success || !isTextInToken(event))
    throw new DroverError("Forbidden", "The token names no tenant.");
  const scopes = String(claims.scope ?? "")
    .replace(/^\[|\]$/g, "")
    .split(" ");
  if (!scopes.includes(scope)) {
    throw new DroverError("Forbidden", `The token lacks the scope ${scope}.`, { details: { scope } });
  }
  return tenant.data;
}

const Bearer = z.object({ headers: z.object({ authorization: z.string() }) });
const Payload = z.object({ tenant: z.string() });

/** The authorizer writes every claim as text, so that the number 5 would be tenant "5": the token it verified tells. */
function isTextInToken(event: unknown): boolean {
  const token = Bearer.safeParse(event).data?.headers.authorization.replace(/^Bearer\s+/i, "");
  if (token === undefined) return true;
  const [, payload = ""] = token.split(".");
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8"))).success;
  } catch {
    return false;
  }
}
