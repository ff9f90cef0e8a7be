import { PhoneError } from "../../system/storage/phone-error.ts";
import { commandPlace, findCommand } from "../commands/shell-commands.ts";
import { latencyKindOf } from "../latency-profiles.ts";
import { unknownToOlder } from "../newer-commands.ts";
import { BrokenPipe } from "../pipe.ts";
import {
  absolutePath,
  type CommandContext,
  CommandFailure,
  childShellState,
  type ShellState,
  type ShellStreams,
  type ShellSurroundings,
} from "../shell-session.ts";
import { waitAs } from "../wait-as.ts";
import { isControlFlow } from "./control-flow.ts";

/** What commands may do with the shell that runs them. */
export interface CommandAccess {
  readonly surroundings: ShellSurroundings;
  readonly runScript: CommandContext["runScript"];
  readonly runShellScript: CommandContext["runShellScript"];
  /** The same with other surroundings. */
  readonly within: (surroundings: ShellSurroundings) => CommandAccess;
}

export interface RunCommandOptions extends CommandAccess {
  readonly state: ShellState;
  readonly streams: ShellStreams;
  readonly listStreams: ShellStreams;
}

/** As for a process that SIGPIPE ended. */
const brokenPipeStatus = 141;

/** Runs one command by its words; its failure is said on stderr and is its exit code. */
export async function runCommand(words: readonly string[], options: RunCommandOptions): Promise<number> {
  const { state, streams, surroundings, listStreams, runScript, runShellScript } = options;
  const [name = "", ...args] = words;
  const unknown = unknownToOlder(words, () =>
    Number(surroundings.device.properties().get("ro.build.version.sdk")),
  );
  if (unknown !== null) {
    streams.stderr.write(`${unknown.message}\n`);
    return unknown.code;
  }
  const command = findCommand(name);
  if (command === null) return runFile(words, options);
  const context: CommandContext = {
    ...streams,
    name: name.slice(name.lastIndexOf("/") + 1),
    args,
    device: surroundings.device,
    state,
    surroundings,
    listStreams,
    placeOf: commandPlace,
    runScript,
    runShellScript,
    runCommand: (innerWords, changes = {}) => {
      const inner = changes.hangUp === undefined ? surroundings : { ...surroundings, hangUp: changes.hangUp };
      const innerStreams = { ...streams, ...changes.streams };
      const own = { streams: innerStreams, listStreams: innerStreams };
      return runCommand(innerWords, {
        ...options,
        ...options.within(inner),
        ...own,
        state: changes.state ?? state,
      });
    },
  };
  try {
    await waitAs(latencyKindOf(words), surroundings);
    return (await command(context)) & 255;
  } catch (error) {
    return said(error, context);
  }
}

/** A file of the phone by its path: a script runs in its own shell. */
async function runFile(words: readonly string[], options: RunCommandOptions): Promise<number> {
  const { state, streams, surroundings } = options;
  const [name = "", ...args] = words;
  const refuse = (reason: string, status: number): number => {
    streams.stderr.write(`/system/bin/sh: ${name}: ${reason}\n`);
    return status;
  };
  const file = absolutePath({ state }, name);
  const stat = name.includes("/") ? surroundings.files.find(file) : null;
  if (stat === null) return refuse("inaccessible or not found", 127);
  if (stat.isDirectory()) return refuse("can't execute: Is a directory", 126);
  if ((stat.mode & 0o111) === 0) return refuse("can't execute: Permission denied", 126);
  const script = surroundings.files.read(file);
  if (script.subarray(0, 512).includes(0)) {
    const magic = script.subarray(0, 2).toString("hex").toUpperCase();
    return refuse(`not executable: magic ${magic}`, 126);
  }
  const child = { ...childShellState(state, name), arguments: args };
  return options.runShellScript(script.toString("utf8"), child, streams);
}

function said(error: unknown, { name, stderr }: CommandContext): number {
  if (isControlFlow(error)) throw error;
  if (error instanceof BrokenPipe) return brokenPipeStatus;
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
