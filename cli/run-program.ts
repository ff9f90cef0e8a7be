import { Command, CommanderError } from "commander";
import { DroverError } from "#shared/errors/drover-error.ts";
import packageFile from "../package.json" with { type: "json" };
import { commandLine } from "./command-line.ts";
import { commandGroups, type LazyCommand } from "./commands.ts";
import { CommandFailure } from "./terminal/command-failure.ts";
import { exitCodes } from "./terminal/exit-codes.ts";
import { plain, plainLines, progress } from "./terminal/terminal.ts";

/** Does what the arguments say. Answers the exit code of what went wrong, which it has told; null: the command has set its own. */
export async function runProgram(args: readonly string[]): Promise<number | null> {
  try {
    await buildProgram().parseAsync(commandLine(args), { from: "user" });
    return null;
  } catch (error) {
    return explain(error);
  }
}

/** Knows the names and descriptions of all commands; the module of one is loaded when it is meant. */
function buildProgram(): Command {
  const program = new Command("drover")
    .description("A device farm for AI agents: tasks in plain language, one Android device each")
    .version(packageFile.version)
    // Handed down: what stands after `executions show` is for `show`, though both take the same options.
    .enablePositionalOptions()
    .configureOutput({ outputError: (message, write) => write(`${plain(message.trim())}\n`) })
    .exitOverride();
  const loaders = new Map<Command, LazyCommand["load"]>();
  for (const [title, group] of Object.entries<Record<string, LazyCommand>>(commandGroups)) {
    program.commandsGroup(title);
    for (const [name, { description, load }] of Object.entries(group))
      loaders.set(program.command(name).description(description), load);
  }
  return program.hook("preSubcommand", async (_program, command) => {
    const build = await loaders.get(command)?.();
    if (build === undefined) return;
    // Help needs no contract, and finds none loaded.
    const { takeProfiles } = await import("./profile-option.ts");
    takeProfiles(build(command));
  });
}

/** Says what went wrong and what to do about it; a stack only for what nobody foresaw. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  if (error instanceof CommandFailure || error instanceof DroverError) {
    progress(`error: ${plainLines(error.message)}`);
    for (const advice of error.advice) progress(`  ${plain(advice)}`);
    return error instanceof CommandFailure ? error.exitCode : exitCodes.error;
  }
  progress(`error: ${plainLines(error instanceof Error ? (error.stack ?? error.message) : String(error))}`);
  return exitCodes.error;
}
