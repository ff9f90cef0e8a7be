import { setTimeout as delay } from "node:timers/promises";
import type { VirtualDevice } from "../device.ts";
import { phoneFiles } from "./phone-files.ts";
import { ScriptRunner } from "./run-script.ts";
import { newShellState, type ShellStreams, type ShellSurroundings, type Sleep } from "./shell-session.ts";
import type { Input } from "./streams.ts";
import { terminalLines, terminalOutput } from "./terminal-lines.ts";

export interface ShellOptions extends ShellStreams {
  /** Aborted when nobody waits for the command any more. */
  readonly hangUp?: AbortSignal;
  readonly reboot?: () => Promise<void>;
  readonly sleep?: Sleep;
  /** Somebody types at a terminal: prompt, echo, carriage returns. Only for an empty command. */
  readonly isTerminal?: boolean;
}

const maximumCommands = 100_000;
/** As for a process that Android's watchdogs end. */
const killedStatus = 137;
const neverAborted = new AbortController().signal;
const realSleep: Sleep = async (milliseconds, signal) => {
  await delay(milliseconds, undefined, { signal });
};

/**
 * Runs a command line on the phone as `/system/bin/sh -c` would; an empty one runs the lines that come on stdin.
 * Resolves to the exit code; never rejects for what the command does.
 */
export async function runShell(
  device: VirtualDevice,
  command: string,
  options: ShellOptions,
): Promise<number> {
  const surroundings: ShellSurroundings = {
    device,
    files: phoneFiles(device),
    hangUp: options.hangUp ?? neverAborted,
    sleep: options.sleep ?? realSleep,
    reboot: options.reboot ?? (() => device.reboot()),
    budget: { commandsLeft: maximumCommands },
  };
  const runner = new ScriptRunner(surroundings);
  const state = newShellState();
  if (command.trim() !== "") {
    const status = await runner.runText(command, state, options);
    return surroundings.budget.commandsLeft > 0 ? status & 255 : killedStatus;
  }
  const isTerminal = options.isTerminal === true;
  const stdout = isTerminal ? terminalOutput(options.stdout) : options.stdout;
  const streams = { stdin: options.stdin, stdout, stderr: isTerminal ? stdout : options.stderr };
  const prompt = () => `emu64x:${state.directory} # `;
  const lines = isTerminal ? terminalLines(options.stdin, options.stdout, prompt) : linesOf(options.stdin);
  for await (const line of lines) {
    surroundings.budget.commandsLeft = maximumCommands;
    await runner.runText(line, state, streams);
    if (state.exiting) break;
  }
  return state.lastStatus & 255;
}

async function* linesOf(input: Input): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for (let chunk = await input.read(); chunk !== null; chunk = await input.read()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
