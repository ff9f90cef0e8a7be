import * as z from "zod";

/**
 * `/console-config.json`: what the console's page is told of the place it is in, before anybody signed in. Whoever serves
 * the page writes it, and nothing in it is a secret.
 */
export const ConsoleConfig = z.strictObject({
  schemaVersion: z.literal(1),
  /** Shown in the corner: `local`, or the account's or deployment's name. */
  place: z.string().min(1).max(60),
  /** Where people sign in (OpenID Connect, code flow with PKCE). Null: a token is pasted, or comes with the address. */
  signIn: z
    .strictObject({
      issuer: z.url(),
      clientId: z.string().min(1),
      scope: z.string().min(1).default("openid"),
      /** The resource of the token, for issuers that require it (`resource`, RFC 8707). */
      resource: z.string().min(1).optional(),
    })
    .nullable(),
});
export type ConsoleConfig = z.infer<typeof ConsoleConfig>;
