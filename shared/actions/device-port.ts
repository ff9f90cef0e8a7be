import type { HierarchyNode } from "../screen/tree/hierarchy.ts";

/** A program and its arguments. There is no way to pass a command line as text. */
export type Argv = readonly [program: string, ...args: string[]];
/** One program, or several joined by pipes. */
export type ShellCommand = Argv | { readonly pipeline: readonly Argv[] };

export interface ShellResult {
  /** The command's output, including stderr: adb's first shell protocol does not separate them. */
  readonly output: string;
  /** Exit code; null when the output was cut before it. */
  readonly code: number | null;
  /** The output was larger than the limit. */
  readonly truncated: boolean;
}

export interface FocusedField {
  /** Empty when it shows its hint. */
  readonly text: string;
  /** Shows bullets instead of its text. */
  readonly password: boolean;
  /** Whose field it is. */
  readonly package: string;
  /** It belongs to a web page, and not to the app that shows it. */
  readonly inPage: boolean;
  /** As the device's dump has it. */
  readonly node: HierarchyNode;
}

export interface TextEntry {
  readonly text: string;
  /** Characters for each call of the device's input command. */
  readonly pieceSize: number;
  /** Characters that the field holds, erased before. */
  readonly erase: number;
}

/** What an action may do with a device: a host implements it over adb. */
export interface DevicePort {
  readonly serial: string;
  /** Commands that change nothing: tried a second time when the way to the device failed. A result for each. */
  read(commands: readonly ShellCommand[]): Promise<readonly ShellResult[]>;
  /** Commands that must succeed, in one shell, never repeated. Answers their outputs; throws AdbCommandFailed. */
  writeAll(commands: readonly ShellCommand[], deadlineMilliseconds?: number): Promise<readonly string[]>;
  /** The text field with the input focus; null when there is none or the tree cannot be had. */
  focusedField(): Promise<FocusedField | null>;
  /** Puts exactly this text at the cursor. Throws DeviceUnsupported when the device has no way for its characters. */
  enterText(entry: TextEntry): Promise<void>;
}
