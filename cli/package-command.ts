import type { Command } from "commander";
import { makeDirectory } from "#local/make-directory.ts";
import { type Part, runPart } from "./run-part.ts";
import { CommandFailure } from "./terminal/command-failure.ts";
import { exitCodes } from "./terminal/exit-codes.ts";
import { out } from "./terminal/terminal.ts";

/** A server of one of the packages: its arguments, their help and what starts it are the package's own. */
interface PackageServer<Options extends { readonly port?: number; readonly dir?: string }> {
  /** Where it keeps what it keeps; absent: nothing is kept. */
  readonly dir?: string;
  usage(program: string, dir: string): string;
  /** null when help is asked for. */
  read(args: readonly string[], dir: string): Options | null;
  start(options: Options): Promise<Part>;
  readonly UsageError: new (...parameters: never[]) => Error;
}

/** Makes a command of `drover` of such a server; its folder is below the farm's. */
export const packageCommand =
  <Options extends { readonly port?: number; readonly dir?: string }>(server: PackageServer<Options>) =>
  (command: Command): Command =>
    command
      .argument("[options...]")
      .helpOption(false)
      .configureHelp({ formatHelp: () => server.usage(`drover ${command.name()}`, server.dir ?? "") })
      .allowUnknownOption()
      .action(async (args: readonly string[]) => {
        const options = read(server, args);
        if (options === null) out(command.helpInformation().trimEnd());
        else await runPart(() => start(server, options));
      });

function read<Options extends { readonly port?: number; readonly dir?: string }>(
  server: PackageServer<Options>,
  args: readonly string[],
): Options | null {
  try {
    const options = server.read(args, server.dir ?? "");
    if (options?.dir?.trim() === "")
      throw new CommandFailure(exitCodes.usage, "Give --dir at least one character.");
    return options;
  } catch (error) {
    throw error instanceof server.UsageError ? new CommandFailure(exitCodes.usage, error.message) : error;
  }
}

async function start<Options extends { readonly port?: number; readonly dir?: string }>(
  server: PackageServer<Options>,
  options: Options,
): Promise<Part> {
  const dir = options.dir === undefined ? {} : { dir: await makeDirectory(options.dir) };
  return server.start({ ...options, ...dir }).catch((cause: unknown) => {
    throw new CommandFailure(exitCodes.error, cause instanceof Error ? cause.message : String(cause));
  });
}
