import type { ShellCommand } from "#shared/actions/device-port.ts";
import { shellWord } from "#shared/text/shell-word.ts";

/** The one place where a command line is built. */
export function shellLine(command: ShellCommand): string {
  const stages = "pipeline" in command ? command.pipeline : [command];
  return stages.map((argv) => argv.map(shellWord).join(" ")).join(" | ");
}
