import type { ShellCommand, ShellResult } from "#shared/actions/device-port.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

/** Who has a device, and who hears of what is done with it. */
export interface DeviceHolder {
  /** Throws LeaseLost when this holder may no longer touch the device. Called just before each write. */
  readonly guard?: () => void;
  /** Told of each command after it ended, for metrics and debug logs. */
  readonly onCommand?: (command: AdbCommandRecord) => void;
  readonly signal?: AbortSignal;
  /** Apps that the host itself keeps on the device, and where each lies now: nobody's to see or to clean. */
  readonly ownPackages?: ReadonlyMap<string, string>;
}

/** With these changes; whoever heard of commands before still does. */
export const heldBy = <Options extends DeviceHolder>(options: Options, changes: DeviceHolder): Options => ({
  ...options,
  ...changes,
  onCommand: (record) => {
    options.onCommand?.(record);
    changes.onCommand?.(record);
  },
});

export interface AdbCommandRecord {
  readonly serial: string;
  readonly service: string;
  readonly milliseconds: number;
  /** Of what came back; absent when it failed. */
  readonly bytes?: number;
  /** Code of the error it ended with. */
  readonly error?: string;
}

export interface ReadOptions {
  readonly deadlineMilliseconds?: number;
  readonly maximumBytes?: number;
}

export interface ExchangeOptions extends ReadOptions {
  /** The request changes the device: the lease is checked first. */
  readonly acts?: boolean;
}

/** One attached device, as everything above the way to it knows it. */
export interface AdbDevice {
  readonly serial: string;
  /** Which of the devices that were made under that serial it is; undefined: it is there by itself. */
  readonly incarnation?: string | undefined;
  readonly ownPackages?: ReadonlyMap<string, string> | undefined;
  /** The same device as another holder sees it; whoever was told of commands before still is. */
  with(changes: DeviceHolder): AdbDevice;
  /** Commands that change nothing: tried a second time when the transport failed. Answers a result for each. */
  read(commands: readonly ShellCommand[], options?: ReadOptions): Promise<readonly ShellResult[]>;
  /** Commands that change the device: never repeated, because nobody knows whether the first try arrived. */
  write(commands: readonly ShellCommand[], options?: ReadOptions): Promise<readonly ShellResult[]>;
  /** Commands that must succeed, in one shell. Answers their outputs; throws AdbCommandFailed for the first that did not. */
  writeAll(commands: readonly ShellCommand[], deadlineMilliseconds?: number): Promise<readonly string[]>;
  /** Raw bytes of one program's output, which no terminal alters. Throws when there are too many. */
  readBinary(command: ShellCommand, options?: ReadOptions): Promise<Buffer>;
  /** Sends bytes to a service of the device, such as `tcp:9008`, and answers all that comes back until it closes. Throws when there is too much. */
  exchange(service: string, request: Buffer, options?: ExchangeOptions): Promise<Buffer>;
  /** Tells each line that the command prints until it ends or `stop` aborts. Never throws: false when it did not begin. */
  follow(command: ShellCommand, onLine: (line: string) => void, stop: AbortSignal): Promise<boolean>;
  /** The file's bytes, or null when there is none. */
  pull(path: string, maximumBytes: number): Promise<Buffer | null>;
  /** Writes a file and checks its size. Throws DeviceStorageFull when it does not fit; nothing partial is left. */
  push(path: string, contents: Buffer): Promise<void>;
}

export const programOf = (command: ShellCommand): string =>
  ("pipeline" in command ? command.pipeline[0]?.[0] : command[0]) ?? "";

/** @throws AdbCommandFailed for the first command that did not succeed */
export function outputsOf(
  serial: string,
  commands: readonly ShellCommand[],
  results: readonly ShellResult[],
): readonly string[] {
  results.forEach(({ code, output }, index) => {
    const command = commands[index];
    if (code === 0 || command === undefined) return;
    const program = programOf(command);
    throw new DroverError("AdbCommandFailed", `Device '${serial}' could not run '${program}'.`, {
      details: { serial, program, code, output: output.slice(0, 500) },
    });
  });
  return results.map((result) => result.output);
}
