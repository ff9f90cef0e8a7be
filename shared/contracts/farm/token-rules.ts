import * as z from "zod";

/** How a deployment's issuer writes what the API asks of a token: DROVER_TOKEN_RULES holds it as JSON. */
export const TokenRules = z.strictObject({
  /** The claim whose text is the tenant. */
  tenantClaim: z.string().min(1).max(100).default("tenant"),
  /** What the issuer puts before the API's scopes, for example the resource server's name and `/`; a scope without it counts too. */
  scopePrefix: z.string().max(200).default(""),
});
export type TokenRules = z.infer<typeof TokenRules>;
