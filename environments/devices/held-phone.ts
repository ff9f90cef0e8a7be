import { bufferInput, CollectedOutput, runShell, type VirtualPhone } from "@drover/virtual-android";
import {
  type AdbDevice,
  type DeviceHolder,
  outputsOf,
  programOf,
  type ReadOptions,
} from "#device-host/adb/adb-device.ts";
import { shellLine } from "#device-host/adb/quote.ts";
import type { ShellCommand, ShellResult } from "#shared/actions/device-port.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

const defaultMaximumBytes = 4 * 1024 * 1024;

/** A virtual phone of this process: its own shell runs each command, without an adb server between. */
export class HeldPhone implements AdbDevice {
  readonly serial: string;
  readonly #phone: VirtualPhone;
  readonly #holder: DeviceHolder;

  constructor(phone: VirtualPhone, holder: DeviceHolder = {}) {
    this.serial = phone.serial;
    this.#phone = phone;
    this.#holder = holder;
  }

  with(changes: DeviceHolder): AdbDevice {
    return new HeldPhone(this.#phone, { ...this.#holder, ...changes });
  }

  async read(commands: readonly ShellCommand[], options: ReadOptions = {}): Promise<readonly ShellResult[]> {
    const results: ShellResult[] = [];
    for (const command of commands) results.push(await this.#result(command, options));
    return results;
  }

  write(commands: readonly ShellCommand[], options: ReadOptions = {}): Promise<readonly ShellResult[]> {
    this.#holder.guard?.();
    return this.read(commands, options);
  }

  async writeAll(commands: readonly ShellCommand[]): Promise<readonly string[]> {
    return outputsOf(this.serial, commands, await this.write(commands));
  }

  async readBinary(command: ShellCommand, options: ReadOptions = {}): Promise<Buffer> {
    const { bytes, truncated } = await this.#run(shellLine(command), options);
    if (!truncated) return bytes;
    throw new DroverError("AdbCommandFailed", `The output of ${programOf(command)} is too large.`);
  }

  exchange(service: string): Promise<Buffer> {
    throw new DroverError("DeviceUnsupported", `The phone '${this.serial}' has no service '${service}'.`);
  }

  async follow(): Promise<boolean> {
    return false;
  }

  async pull(path: string, maximumBytes: number): Promise<Buffer | null> {
    const { bytes, code, truncated } = await this.#run(shellLine(["cat", path]), { maximumBytes });
    if (truncated) throw new DroverError("AdbCommandFailed", `${path} has more than ${maximumBytes} bytes.`);
    return code === 0 ? bytes : null;
  }

  async push(path: string, contents: Buffer): Promise<void> {
    this.#holder.guard?.();
    const { code } = await this.#run(shellLine(["dd", `of=${path}`]), {}, contents);
    if (code !== 0) throw new DroverError("AdbCommandFailed", `${path} could not be written.`);
  }

  async #result(command: ShellCommand, options: ReadOptions): Promise<ShellResult> {
    const { bytes, code, truncated } = await this.#run(shellLine(command), options);
    return { output: bytes.toString("utf8"), code: truncated ? null : code, truncated };
  }

  async #run(line: string, options: ReadOptions, input: Buffer = Buffer.alloc(0)) {
    this.#holder.signal?.throwIfAborted();
    const maximumBytes = options.maximumBytes ?? defaultMaximumBytes;
    const output = new CollectedOutput(maximumBytes + 1);
    const code = await runShell(this.#phone, line, {
      stdin: bufferInput(input),
      stdout: output,
      stderr: output,
    });
    const bytes = output.bytes();
    return { bytes: bytes.subarray(0, maximumBytes), code, truncated: bytes.length > maximumBytes };
  }
}
