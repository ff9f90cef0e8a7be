import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { VirtualDevice } from "../system/device.ts";
import { phoneFiles } from "../system/storage/phone-files.ts";
import { programNames } from "./commands/shell-commands.ts";
import { writeKernelFiles } from "./kernel-files.ts";
import { HeldFiles } from "./language/held-files.ts";
import { awaitJobs } from "./language/jobs.ts";
import { ScriptRunner } from "./language/run-script.ts";
import { signalName } from "./language/signals.ts";
import { parseScript, ShellSyntaxError } from "./language/syntax.ts";
import { type LatencyProfile, latencyProfiles } from "./latency-profiles.ts";
import { unknownToOlder } from "./newer-commands.ts";
import { processesOf } from "./process-table.ts";
import {
  newShellState,
  type ShellState,
  type ShellStreams,
  type ShellSurroundings,
  type Sleep,
} from "./shell-session.ts";
import { type Input, readLine } from "./streams.ts";
import { terminalLines, terminalOutput } from "./terminal-lines.ts";
import { waitAs } from "./wait-as.ts";

/** No more of a program than says that it is one, and no script. */
const program = Buffer.from("7f454c4602010100000000000000000003003e00", "hex");

/** `/system/bin` with the programs that this phone has, for clients that look for one before they run it. */
function writeProgramFiles(root: string, has: (name: string) => boolean): void {
  const directory = path.join(root, "system", "bin");
  mkdirSync(directory, { recursive: true });
  const standing = new Set(readdirSync(directory));
  for (const name of programNames()) {
    const file = path.join(directory, name);
    if (!has(name)) rmSync(file, { force: true });
    else if (!standing.has(name)) writeFileSync(file, program, { mode: 0o755 });
  }
}

export interface ShellOptions extends ShellStreams {
  /** Aborted when nobody waits for the command any more. */
  readonly hangUp?: AbortSignal;
  readonly reboot?: () => Promise<void>;
  /** Where adbd listens for `adb reverse`, as adb names it; nowhere unless told. */
  readonly listening?: () => readonly string[];
  readonly sleep?: Sleep;
  /** Zero unless told. */
  readonly latency?: LatencyProfile;
  /** Somebody types at a terminal: prompt, echo, carriage returns. Only for an empty command. */
  readonly isTerminal?: boolean;
}

const apiLevelOf = (device: VirtualDevice): number => Number(device.properties().get("ro.build.version.sdk"));
const maximumCommands = 100_000;
const adbdPid = 402;
const neverAborted = new AbortController().signal;
const realSleep: Sleep = async (milliseconds, signal) => {
  await delay(milliseconds, undefined, { signal });
};

/**
 * Runs `command` on the phone as `/system/bin/sh -c` would; an empty one runs the lines that come on stdin.
 * Resolves to the exit code; never rejects for what the command does.
 */
export async function runShell(
  device: VirtualDevice,
  command: string,
  options: ShellOptions,
): Promise<number> {
  const killed = new AbortController();
  const processes = processesOf(device);
  const process = processes.start(["sh"], adbdPid, (signal) => {
    if (!state.traps.has(signalName(signal))) killed.abort(signal);
    else state.pendingSignals.push(signalName(signal));
  });
  const state = newShellState(process.pid);
  const surroundings: ShellSurroundings = {
    device,
    files: phoneFiles(device),
    hangUp: AbortSignal.any([options.hangUp ?? neverAborted, killed.signal]),
    sleep: options.sleep ?? realSleep,
    latency: options.latency ?? latencyProfiles.zero,
    reboot: options.reboot ?? (() => device.reboot()),
    listening: options.listening ?? (() => []),
    budget: { commandsLeft: maximumCommands },
    held: new HeldFiles(),
  };
  surroundings.files.refreshWith((place) => {
    if (place === "kernel") writeKernelFiles(device, device.filesRoot, surroundings.listening());
    else
      writeProgramFiles(
        device.filesRoot,
        (name) => unknownToOlder([name], () => apiLevelOf(device)) === null,
      );
  });
  const runner = new ScriptRunner(surroundings);
  try {
    await waitAs("shell", surroundings);
    const status =
      command.trim() === ""
        ? await runLines(runner, state, surroundings, options)
        : await runner.runShellText(command, state, options);
    await awaitJobs(state);
    // The last command's own signal has nothing after it that would notice.
    return killed.signal.aborted ? 128 + Number(killed.signal.reason) : status;
  } finally {
    surroundings.held.end();
    processes.end(process.pid);
  }
}

/** Lines of a script, or of somebody who types; a command may take several. */
async function runLines(
  runner: ScriptRunner,
  state: ShellState,
  { budget }: ShellSurroundings,
  options: ShellOptions,
): Promise<number> {
  const isTerminal = options.isTerminal === true;
  const stdout = isTerminal ? terminalOutput(options.stdout) : options.stdout;
  const streams = { stdin: options.stdin, stdout, stderr: isTerminal ? stdout : options.stderr };
  const prompt = () => `emu64x:${state.directory} # `;
  const lines = isTerminal ? terminalLines(options.stdin, options.stdout, prompt) : linesOf(options.stdin);
  return runner.asShell(state, streams, async () => {
    let text = "";
    for await (const line of lines) {
      text += text === "" ? line : `\n${line}`;
      if (isUnfinished(text)) continue;
      budget.commandsLeft = maximumCommands;
      state.lastStatus = await runner.runText(text, state, streams);
      text = "";
    }
    return text === "" ? state.lastStatus : runner.runText(text, state, streams);
  });
}

function isUnfinished(text: string): boolean {
  try {
    parseScript(text);
    return text.endsWith("\\") && !text.endsWith("\\\\");
  } catch (error) {
    return error instanceof ShellSyntaxError && error.isIncomplete;
  }
}

async function* linesOf(input: Input): AsyncGenerator<string> {
  for (let line = await readLine(input); line !== null; line = await readLine(input)) yield line.text;
}
