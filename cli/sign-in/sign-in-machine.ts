import * as oauth from "oauth4webapi";
import { type Issuer, keptTokens } from "./issuer.ts";
import type { Tokens } from "./profile-file.ts";

/** A machine signs in with its own id and secret: nobody sits there who could. */
export async function signInMachine(
  { server, client, options }: Issuer,
  secret: string,
  scope: string | undefined,
  now: Date,
): Promise<Tokens> {
  const takes = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const proof = takes.includes("client_secret_basic")
    ? oauth.ClientSecretBasic(secret)
    : oauth.ClientSecretPost(secret);
  // Without one an issuer gives what the client may have.
  const asked: Readonly<Record<string, string>> = scope === undefined ? {} : { scope };
  const response = await oauth.clientCredentialsGrantRequest(server, client, proof, asked, options);
  return keptTokens(await oauth.processClientCredentialsResponse(server, client, response), "machine", now);
}
