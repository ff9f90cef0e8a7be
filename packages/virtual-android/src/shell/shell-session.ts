import type { CompoundList, Function as FunctionNode } from "unbash";
import type { VirtualDevice } from "../system/device.ts";
import type { PhoneFiles } from "../system/storage/phone-files.ts";
import type { HeldFiles } from "./language/held-files.ts";
import { ShellVariables } from "./language/shell-variables.ts";
import type { LatencyProfile } from "./latency-profiles.ts";
import type { Input, Output } from "./streams.ts";

/** How long commands wait; tests pass their own. Rejects when `signal` aborts. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** What one shell of the phone has of the outside: the same for all its commands and subshells. */
export interface ShellSurroundings {
  readonly device: VirtualDevice;
  readonly files: PhoneFiles;
  /** Aborted when nobody waits for the command any more (SIGHUP), or it was killed. */
  readonly hangUp: AbortSignal;
  readonly sleep: Sleep;
  /** What commands wait for beyond their work. */
  readonly latency: LatencyProfile;
  /** Restarts the phone, as seen from adb. */
  readonly reboot: () => Promise<void>;
  /** Where adbd listens for `adb reverse`, as adb names it. */
  readonly listening: () => readonly string[];
  /** Commands this shell may still run: an endless loop must not take the machine. */
  readonly budget: { commandsLeft: number };
  readonly held: HeldFiles;
}

/** Where a command's bytes come from and go to. */
export interface ShellStreams {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Descriptors from 3 to 9. */
  readonly others?: ReadonlyMap<number, Input | Output>;
}

export type ShellOption = "allexport" | "errexit" | "noglob" | "nounset" | "pipefail" | "xtrace";
export type FunctionBody = FunctionNode["body"] | CompoundList;

/** A command that was started with `&`. */
export interface Job {
  readonly pid: number;
  readonly text: string;
  /** Its exit code; it never rejects. */
  readonly ended: Promise<number>;
  status: number | null;
  /** The shell's end waits for it: it writes where the shell does. */
  readonly isAttached: boolean;
}

/** What commands change for those after them. */
export interface ShellState {
  directory: string;
  readonly variables: ShellVariables;
  readonly functions: Map<string, FunctionBody>;
  readonly options: Set<ShellOption>;
  /** `$0`. */
  readonly name: string;
  /** `$1` and on. */
  arguments: readonly string[];
  /** Commands by the name of their signal, and `EXIT`, `ERR`. */
  readonly traps: Map<string, string>;
  /** Signals that came and have a trap; it runs before the next command. */
  readonly pendingSignals: string[];
  readonly jobs: Job[];
  readonly pid: number;
  lastStatus: number;
  /** Loops around the command that runs now. */
  loopDepth: number;
  functionDepth: number;
  /** Above 0 a failure does not end the shell though `set -e` is on: it is asked about. */
  conditionDepth: number;
}

export type CommandPlace = "builtin" | "program";

/** How a command that runs another one changes what that has. */
export interface RunChanges {
  readonly streams?: Partial<ShellStreams>;
  readonly hangUp?: AbortSignal;
  readonly state?: ShellState;
}

export interface CommandContext extends ShellStreams {
  readonly name: string;
  /** Without the command's own name. */
  readonly args: readonly string[];
  readonly device: VirtualDevice;
  readonly state: ShellState;
  readonly surroundings: ShellSurroundings;
  /** The streams of the list this command is in: `exec` changes them for those after it. */
  readonly listStreams: ShellStreams;
  /** Runs a script in this shell, for `eval` and `.`. */
  readonly runScript: (text: string, state: ShellState, streams: ShellStreams) => Promise<number>;
  /** Runs a script as its own shell, for `sh`: it has its own end and traps. */
  readonly runShellScript: (text: string, state: ShellState, streams: ShellStreams) => Promise<number>;
  /** What the phone has under a command's name. */
  readonly placeOf: (name: string) => CommandPlace | null;
  /** Runs one command by its words, for `xargs`, `timeout` and their like. */
  readonly runCommand: (words: readonly string[], changes?: RunChanges) => Promise<number>;
}

/** Runs one command of the phone; resolves to its exit code. */
export type ShellCommand = (context: CommandContext) => number | Promise<number>;

/** Ends a command: the message goes to stderr as it is, with a line feed. */
export class CommandFailure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const initialVariables: readonly (readonly [string, string])[] = [
  [
    "PATH",
    "/product/bin:/apex/com.android.runtime/bin:/apex/com.android.art/bin:/system_ext/bin:/system/bin:/system/xbin:/odm/bin:/vendor/bin:/vendor/xbin",
  ],
  ["HOME", "/"],
  ["SHELL", "/system/bin/sh"],
  ["TERM", "dumb"],
  ["TMPDIR", "/data/local/tmp"],
  ["USER", "root"],
  ["LOGNAME", "root"],
  ["ANDROID_DATA", "/data"],
  ["ANDROID_ROOT", "/system"],
  ["ANDROID_STORAGE", "/storage"],
  ["EXTERNAL_STORAGE", "/sdcard"],
];

const exportedNames = initialVariables.map(([name]) => name);

export function newShellState(
  pid: number,
  { variables = new ShellVariables(initialVariables, exportedNames), name = "/system/bin/sh" } = {},
): ShellState {
  if (variables.get("OPTIND") === undefined) variables.set("OPTIND", "1");
  if (variables.get("IFS") === undefined) variables.set("IFS", " \t\n");
  return {
    directory: "/",
    variables,
    functions: new Map(),
    options: new Set(),
    name,
    arguments: [],
    traps: new Map(),
    pendingSignals: [],
    jobs: [],
    pid,
    lastStatus: 0,
    loopDepth: 0,
    functionDepth: 0,
    conditionDepth: 0,
  };
}

/** What a subshell starts with: it has no traps and jobs of its own yet. */
export const copyShellState = (state: ShellState): ShellState => ({
  ...state,
  variables: state.variables.copy(),
  functions: new Map(state.functions),
  options: new Set(state.options),
  traps: new Map(),
  jobs: [],
});

/** What a shell that a command starts has of its parent. */
export const childShellState = (parent: ShellState, name = "sh"): ShellState => ({
  ...newShellState(parent.pid, { variables: parent.variables.forProgram(), name }),
  directory: parent.directory,
  pendingSignals: parent.pendingSignals,
});

/** An absolute path of the phone from one the user gave. */
export const absolutePath = (context: Pick<CommandContext, "state">, path: string): string =>
  path.startsWith("/") ? path : `${context.state.directory}/${path}`;
