import type { VirtualDevice } from "../device.ts";
import type { PhoneFiles } from "./phone-files.ts";
import type { Input, Output } from "./streams.ts";

/** How long commands wait; tests pass their own. Rejects when `signal` aborts. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** What one shell of the phone has of the outside: the same for all its commands and subshells. */
export interface ShellSurroundings {
  readonly device: VirtualDevice;
  readonly files: PhoneFiles;
  /** Aborted when nobody waits for the command any more (SIGHUP). */
  readonly hangUp: AbortSignal;
  readonly sleep: Sleep;
  /** Restarts the phone, as seen from adb. */
  readonly reboot: () => Promise<void>;
  /** Commands this shell may still run: an endless loop must not take the machine. */
  readonly budget: { commandsLeft: number };
}

/** Where a command's bytes come from and go to: descriptors 0, 1 and 2. */
export interface ShellStreams {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
}

/** What commands change for those after them. */
export interface ShellState {
  directory: string;
  readonly variables: Map<string, string>;
  lastStatus: number;
  /** Set by `exit`: nothing more runs. */
  exiting: boolean;
  /** Loops around the command that runs now: `break` outside of one does nothing. */
  loopDepth: number;
}

export type CommandPlace = "builtin" | "program";

export interface CommandContext extends ShellStreams {
  readonly name: string;
  /** Without the command's own name. */
  readonly args: readonly string[];
  readonly device: VirtualDevice;
  readonly state: ShellState;
  readonly surroundings: ShellSurroundings;
  /** Runs a command line in this shell, for `eval` and `sh -c`. */
  readonly runScript: (text: string, state: ShellState, streams: ShellStreams) => Promise<number>;
  /** What the phone has under a command's name. */
  readonly placeOf: (name: string) => CommandPlace | null;
  /** Runs one command by its words, for `xargs`-like tools and `cmd`. */
  readonly runCommand: (words: readonly string[], streams?: Partial<ShellStreams>) => Promise<number>;
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

export const newShellState = (): ShellState => ({
  directory: "/",
  variables: new Map(initialVariables),
  lastStatus: 0,
  exiting: false,
  loopDepth: 0,
});

/** What a subshell starts with. */
export const copyShellState = (state: ShellState): ShellState => ({
  ...state,
  variables: new Map(state.variables),
});

/** An absolute path of the phone from one the user gave. */
export const absolutePath = (context: Pick<CommandContext, "state">, path: string): string =>
  path.startsWith("/") ? path : `${context.state.directory}/${path}`;
