/** One word of a shell command line: taken by every POSIX shell as exactly these characters. */
export function quoteArgument(argument: string): string {
  if (argument.includes("\0"))
    throw new Error("an argument for the device's shell holds a NUL character: remove it");
  if (/^[A-Za-z0-9_./:=,@%+-]+$/.test(argument)) return argument;
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}

/** A program and its arguments, or several joined by pipes. There is no way to pass a command line as text. */
export type ShellCommand = Argv | { readonly pipeline: readonly Argv[] };
export type Argv = readonly [program: string, ...args: string[]];

/** The one place where a command line is built. */
export function shellLine(command: ShellCommand): string {
  const stages = "pipeline" in command ? command.pipeline : [command];
  return stages.map((argv) => argv.map(quoteArgument).join(" ")).join(" | ");
}
