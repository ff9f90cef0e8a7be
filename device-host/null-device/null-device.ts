import { setTimeout as delay } from "node:timers/promises";
import type { ShellCommand, ShellResult } from "#shared/actions/device-port.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { type AdbDevice, type DeviceHolder, heldBy, outputsOf, programOf } from "../adb/adb-device.ts";
import { type NullPhone, runOnNull } from "./null-phone.ts";
import { nullPicture } from "./null-screen.ts";

interface NullDeviceOptions extends DeviceHolder {
  readonly phone: NullPhone;
  readonly actionMilliseconds: number;
}

/** The way to a null phone: none. */
export class NullDevice implements AdbDevice {
  readonly serial: string;
  readonly #options: NullDeviceOptions;

  constructor(options: NullDeviceOptions) {
    this.serial = options.phone.serial;
    this.#options = options;
  }

  with(changes: DeviceHolder): AdbDevice {
    return new NullDevice(heldBy(this.#options, changes));
  }

  async read(commands: readonly ShellCommand[]): Promise<readonly ShellResult[]> {
    return this.#answer(commands);
  }

  async write(commands: readonly ShellCommand[]): Promise<readonly ShellResult[]> {
    this.#options.guard?.();
    return this.#answer(commands);
  }

  /** What an action does: it takes the profile's time. */
  async writeAll(commands: readonly ShellCommand[]): Promise<readonly string[]> {
    const { guard, actionMilliseconds, signal } = this.#options;
    guard?.();
    const results = this.#answer(commands);
    if (actionMilliseconds > 0) await this.#pause(actionMilliseconds, signal);
    return outputsOf(this.serial, commands, results);
  }

  async readBinary(command: ShellCommand): Promise<Buffer> {
    if (programOf(command) !== "screencap") throw this.#unsupported(programOf(command));
    this.#options.signal?.throwIfAborted();
    const picture = nullPicture(this.#options.phone.count);
    this.#tell("exec:screencap", picture.length);
    return picture;
  }

  async exchange(service: string): Promise<Buffer> {
    throw this.#unsupported(service);
  }

  async follow(): Promise<boolean> {
    return false;
  }

  async pull(): Promise<Buffer | null> {
    return null;
  }

  async push(path: string): Promise<void> {
    throw this.#unsupported(`sync:SEND ${path}`);
  }

  #answer(commands: readonly ShellCommand[]): readonly ShellResult[] {
    this.#options.signal?.throwIfAborted();
    const results = commands.map((command) => runOnNull(this.#options.phone, command));
    this.#tell(
      `shell:${programOf(commands[0] ?? ["true"])}`,
      results.reduce((sum, { output }) => sum + output.length, 0),
    );
    return results;
  }

  async #pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    await delay(milliseconds, undefined, signal === undefined ? {} : { signal }).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : error;
    });
  }

  #tell(service: string, bytes: number): void {
    this.#options.onCommand?.({ serial: this.serial, service, milliseconds: 0, bytes });
  }

  #unsupported(what: string): DroverError {
    return new DroverError("DeviceUnsupported", `The null device '${this.serial}' has no '${what}'.`);
  }
}
