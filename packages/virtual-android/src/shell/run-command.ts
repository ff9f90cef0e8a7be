import { commandPlace, findCommand } from "./commands/registry.ts";
import { PhoneError } from "./phone-error.ts";
import { phoneFiles } from "./phone-files.ts";
import {
  type CommandContext,
  CommandFailure,
  type ShellState,
  type ShellStreams,
  type ShellSurroundings,
} from "./shell-session.ts";

export interface RunCommandOptions {
  readonly state: ShellState;
  readonly streams: ShellStreams;
  readonly surroundings: ShellSurroundings;
  readonly runScript: CommandContext["runScript"];
}

/** Runs one command by its words; its failure is said on stderr and is its exit code. */
export async function runCommand(words: readonly string[], options: RunCommandOptions): Promise<number> {
  const { state, streams, surroundings, runScript } = options;
  const [name = "", ...args] = words;
  const command = findCommand(name);
  if (command === null) return notFound(name, options);
  const context: CommandContext = {
    ...streams,
    name: name.slice(name.lastIndexOf("/") + 1),
    args,
    device: surroundings.device,
    state,
    surroundings,
    placeOf: commandPlace,
    runScript,
    runCommand: (innerWords, innerStreams) =>
      runCommand(innerWords, { ...options, streams: { ...streams, ...innerStreams } }),
  };
  try {
    return (await command(context)) & 255;
  } catch (error) {
    return said(error, context);
  }
}

function notFound(name: string, { streams, state, surroundings }: RunCommandOptions): number {
  const path = name.startsWith("/") ? name : `${state.directory}/${name}`;
  const stat = name.includes("/") ? phoneFiles(surroundings.device).find(path) : null;
  if (stat === null) {
    streams.stderr.write(`/system/bin/sh: ${name}: inaccessible or not found\n`);
    return 127;
  }
  const reason = stat.isDirectory() ? "Is a directory" : "Permission denied";
  streams.stderr.write(`/system/bin/sh: ${name}: can't execute: ${reason}\n`);
  return 126;
}

function said(error: unknown, { name, stderr }: CommandContext): number {
  if (error instanceof CommandFailure) {
    if (error.message !== "") stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
  if (error instanceof PhoneError) {
    stderr.write(`${name}: ${error.message}\n`);
    return 1;
  }
  // What a system service throws reaches the caller like this (BasicShellCommandHandler).
  const message = error instanceof Error ? error.message : String(error);
  stderr.write(`\nException occurred while executing '${name}':\n${message}\n`);
  return 255;
}
