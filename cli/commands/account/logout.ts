import type { Command } from "commander";
import * as oauth from "oauth4webapi";
import { profileName } from "../../profile-option.ts";
import { findIssuer } from "../../sign-in/issuer.ts";
import { keepProfile, type Profile, profileInUse, readProfile } from "../../sign-in/profile-file.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { plain, progress } from "../../terminal/terminal.ts";

export const logoutCommand = (command: Command): Command =>
  command
    .option("--profile <name>", "the profile (default: the one in use)", profileName)
    .action(async (options: { readonly profile?: string }) => {
      const name = options.profile ?? (await profileInUse());
      const profile = await readProfile(name);
      const { tokens: _tokens, ...rest } = profile;
      if (profile.tokens === undefined)
        throw new CommandFailure(exitCodes.usage, `Nobody is signed in with the profile '${name}'.`);
      // First here: what the issuer makes of it changes nothing on this machine.
      await keepProfile(name, rest);
      const revoked = await revokeTokens(profile);
      const atIssuer = revoked ? "; the issuer no longer renews its token" : "";
      progress(plain(`signed out of ${profile.endpoint ?? name}${atIssuer}`));
    });

/** Ends what can be renewed at the issuer (RFC 7009). False: it does not offer that, is not there, or there was nothing to end. */
async function revokeTokens({ issuer: address, clientId, tokens }: Profile): Promise<boolean> {
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
