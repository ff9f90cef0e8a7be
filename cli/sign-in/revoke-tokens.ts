import * as oauth from "oauth4webapi";
import { findIssuer } from "./issuer.ts";
import type { Profile } from "./profile-file.ts";

/** Ends what can be renewed at the issuer (RFC 7009). False: it does not offer that, is not there, or there was nothing to end. */
export async function revokeTokens({ issuer: address, clientId, tokens }: Profile): Promise<boolean> {
  const refresh = tokens?.refresh ?? null;
  if (address === undefined || clientId === undefined || refresh === null) return false;
  try {
    const { server, client, options } = await findIssuer(address, clientId);
    if (server.revocation_endpoint === undefined) return false;
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, oauth.None(), refresh, options),
    );
    return true;
  } catch {
    return false;
  }
}
