#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { DroverError } from "#shared/errors/drover-error.ts";
import packageFile from "../package.json" with { type: "json" };
import { CommandFailure } from "./command-failure.ts";
import { commandGroups, type LazyCommand } from "./commands.ts";
import { exitCodes } from "./exit-codes.ts";
import { plain, progress } from "./terminal.ts";

try {
  await buildProgram().parseAsync(commandLine(process.argv.slice(2)), { from: "user" });
} catch (error) {
  process.exitCode = explain(error);
}

/** Knows the names and descriptions of all commands; the module of one is loaded when it is meant. */
function buildProgram(): Command {
  const program = new Command("drover")
    .description("A device farm for AI agents: tasks in plain language, one Android device each")
    .version(packageFile.version)
    // Handed down: what stands after `executions show` is for `show`, though both take the same options.
    .enablePositionalOptions()
    .showHelpAfterError("(see 'drover --help')")
    .exitOverride();
  const loaders = new Map<Command, LazyCommand["load"]>();
  for (const [title, group] of Object.entries<Record<string, LazyCommand>>(commandGroups)) {
    program.commandsGroup(title);
    for (const [name, { description, load }] of Object.entries(group))
      loaders.set(program.command(name).description(description), load);
  }
  return program.hook("preSubcommand", async (_program, command) => {
    (await loaders.get(command)?.())?.(command);
  });
}

/** `help jobs` as `jobs --help`: commander would print it before the command's module is there. */
function commandLine(given: readonly string[]): readonly string[] {
  const [first, name] = given;
  return first === "help" && name !== undefined ? [name, "--help"] : given;
}

/** Says what went wrong and what to do about it; a stack only for what nobody foresaw. */
function explain(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  if (error instanceof CommandFailure || error instanceof DroverError) {
    progress(`error: ${error.message.split("\n").map(plain).join("\n")}`);
    for (const advice of error.advice) progress(`  ${plain(advice)}`);
    return error instanceof CommandFailure ? error.exitCode : exitCodes.error;
  }
  progress(`error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return exitCodes.error;
}
