import * as oauth from "oauth4webapi";
import { because } from "../terminal/because.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import type { Tokens } from "./profile-file.ts";

/** An issuer as it describes itself, and who asks it. */
export interface Issuer {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  /** One on this machine, as in trials, may speak plain HTTP. */
  readonly options: { readonly [oauth.allowInsecureRequests]: boolean };
}

/** @throws CommandFailure when it does not answer, or not as an issuer of OpenID Connect does */
export async function findIssuer(address: string, clientId: string): Promise<Issuer> {
  const url = new URL(address);
  const isOfThisMachine = /^http:\/\/(?:127\.0\.0\.1|localhost)(?:[:/]|$)/.test(address);
  const options = { [oauth.allowInsecureRequests]: isOfThisMachine };
  return inWords(address, async () => {
    const server = await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options));
    return { server, client: { client_id: clientId }, options };
  });
}

/** Runs what asks an issuer; what goes wrong is told in its own words where it has any. */
export async function inWords<Result>(issuer: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(exitCodes.error, `Sign-in at ${issuer} failed: ${faultOf(error)}.`, [
      "Check the issuer, the client's id and the client's permissions at the issuer.",
    ]);
  }
}

function faultOf(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError)
    return error.error_description ?? error.error;
  return because(error).replace(/\.$/, "");
}

export function keptTokens(
  { access_token: access, refresh_token: refresh, expires_in: seconds }: oauth.TokenEndpointResponse,
  by: Tokens["by"],
  now: Date,
): Tokens {
  const expiresAt = seconds === undefined ? null : new Date(now.getTime() + seconds * 1_000).toISOString();
  return { access, refresh: refresh ?? null, expiresAt, by };
}
