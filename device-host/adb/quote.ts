import type { ShellCommand } from "#shared/agent/actions/device-port.ts";

/** One word of a shell command line: taken by every POSIX shell as exactly these characters. */
export function quoteArgument(argument: string): string {
  if (argument.includes("\0"))
    throw new Error("an argument for the device's shell holds a NUL character: remove it");
  if (/^[A-Za-z0-9_./:=,@%+-]+$/.test(argument)) return argument;
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}

/** The one place where a command line is built. */
export function shellLine(command: ShellCommand): string {
  const stages = "pipeline" in command ? command.pipeline : [command];
  return stages.map((argv) => argv.map(quoteArgument).join(" ")).join(" | ");
}
