import type { Command } from "commander";
import { CommandFailure } from "../command-failure.ts";
import { exitCodes } from "../exit-codes.ts";
import { profileName } from "../profile-option.ts";
import { keepProfile, profileInUse, readProfile } from "../sign-in/profile-file.ts";
import { revokeTokens } from "../sign-in/revoke-tokens.ts";
import { plain, progress } from "../terminal.ts";

export const logoutCommand = (command: Command): Command =>
  command
    .option("--profile <name>", "the profile; without it the one in use", profileName)
    .action(async (options: { readonly profile?: string }) => {
      const name = options.profile ?? (await profileInUse());
      const profile = await readProfile(name);
      const { tokens: _tokens, ...rest } = profile;
      if (profile.tokens === undefined)
        throw new CommandFailure(exitCodes.usage, `Nobody is signed in with the profile '${name}'.`);
      // First here: what the issuer makes of it changes nothing on this machine.
      await keepProfile(name, rest);
      const revoked = await revokeTokens(profile);
      const atIssuer = revoked ? "; the issuer renews its token no more" : "";
      progress(plain(`signed out of ${profile.endpoint ?? name}${atIssuer}`));
    });
