import type { Command, Option } from "commander";
import { valueBy } from "./options/option-values.ts";
import { ProfileName } from "./sign-in/profile-file.ts";

/**
 * `--profile` for every command that asks a farm, which is each with `--dir` that does not start one. It stands for DROVER_PROFILE, which
 * findFarm reads.
 */
export function takeProfiles(command: Command): Command {
  const takes = (long: string): boolean => command.options.some((option) => option.long === long);
  if (takes("--dir") && !takes("--phones")) {
    command
      .option("--profile <name>", "the farm of this profile of 'drover login'", profileName)
      .hook("preAction", (_command, action) => {
        const { profile } = action.opts<{ readonly profile?: string }>();
        if (profile !== undefined) process.env.DROVER_PROFILE = profile;
      });
  }
  // What many commands take is behind what is a command's own.
  const rank = ({ long }: Option): number => shared.indexOf(long ?? "");
  (command.options as Option[]).sort((one, other) => rank(one) - rank(other));
  for (const part of command.commands) takeProfiles(part);
  return command;
}
const shared = ["--json", "--dir", "--profile"];

export const profileName = valueBy(
  ProfileName,
  "Give 1 to 32 letters, digits, '-' or '_', beginning with a letter or digit.",
);
