import * as oauth from "oauth4webapi";
import { findIssuer, keptTokens } from "./issuer.ts";
import type { Profile, Tokens } from "./profile-file.ts";
import { signInMachine } from "./sign-in-machine.ts";

/** New tokens for those that are over; null: whoever it is has to sign in again. */
export async function renewTokens(profile: Profile, now: Date): Promise<Tokens | null> {
  const { issuer: address, clientId, scope, tokens } = profile;
  if (address === undefined || clientId === undefined || tokens === undefined) return null;
  const secret = process.env.DROVER_CLIENT_SECRET;
  const { refresh, by } = tokens;
  try {
    if (by === "machine")
      return secret ? await signInMachine(await findIssuer(address, clientId), secret, scope, now) : null;
    if (refresh === null) return null;
    const { server, client, options } = await findIssuer(address, clientId);
    const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refresh, options);
    const renewed = keptTokens(
      await oauth.processRefreshTokenResponse(server, client, response),
      "person",
      now,
    );
    return { ...renewed, refresh: renewed.refresh ?? refresh };
  } catch {
    return null;
  }
}
