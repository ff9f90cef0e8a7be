import * as z from "zod";
import type { Scope } from "#shared/contracts/api/scope.ts";
import { TokenRules } from "#shared/contracts/farm/token-rules.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
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
export function callerTenant(event: unknown, scope: Scope, rules: TokenRules): TenantId {
  const parsed = Claims.safeParse(event);
  if (!parsed.success) throw new DroverError("Unauthorized", "The request carries no verified token.");
  const { claims } = parsed.data.requestContext.authorizer.jwt;
  const { tenantClaim, scopePrefix } = rules;
  const tenant = TenantId.safeParse(claims[tenantClaim]);
  if (!tenant.success || !isTextInToken(event, tenantClaim))
    throw new DroverError("Forbidden", whyNoTenant(tenantClaim, claims[tenantClaim]));
  const scopes = scopesOf(claims);
  if (!scopes.has(scope) && !scopes.has(`${scopePrefix}${scope}`)) {
    throw new DroverError("Forbidden", `The token lacks the scope ${scope}.`, { details: { scope } });
  }
  return tenant.data;
}

/** Earlier versions took a `_`, which now parts the tenant from what follows it in names of queues. */
const whyNoTenant = (claim: string, given: unknown): string =>
  typeof given === "string" && TenantId.safeParse(given.replaceAll("_", "-")).success
    ? `The token's claim '${claim}' names the tenant '${given}', but a tenant's name must not contain '_': let the issuer write '${given.replaceAll("_", "-")}' there.`
    : `The token names no tenant in its claim '${claim}'.`;

/** Issuers write them as `scope` (RFC 9068) or as `scp`, a text or a list. */
const scopesOf = ({ scope = "", scp = "" }: Readonly<Record<string, unknown>>): ReadonlySet<string> =>
  new Set(
    [scope, scp].flatMap((claim) =>
      String(claim)
        .replace(/^\[|\]$/g, "")
        .split(" "),
    ),
  );

/** @throws SyntaxError, ZodError: what the deployment configures is checked before it is deployed */
export const readTokenRules = (text: string): TokenRules => TokenRules.parse(JSON.parse(text));

const Bearer = z.object({ headers: z.object({ authorization: z.string() }) });
const Payload = z.record(z.string(), z.unknown());

/** The authorizer writes every claim as text, so the number 5 would be tenant "5"; the verified token has the type. */
function isTextInToken(event: unknown, claim: string): boolean {
  const token = Bearer.safeParse(event).data?.headers.authorization.replace(/^Bearer\s+/i, "");
  if (token === undefined) return true;
  const [, payload = ""] = token.split(".");
  try {
    const claims = Payload.parse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
    return typeof claims[claim] === "string";
  } catch {
    return false;
  }
}
