import { randomBytes } from "node:crypto";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { ShellCommand, ShellResult } from "#shared/actions/device-port.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";
import {
  type AdbCommandRecord,
  type AdbDevice,
  type DeviceHolder,
  type ExchangeOptions,
  heldBy,
  outputsOf,
  programOf,
  type ReadOptions,
} from "./adb-device.ts";
import { isTransportError } from "./adb-error.ts";
import { followLines } from "./follow-lines.ts";
import { shellLine } from "./quote.ts";
import { readCapped } from "./read-stream.ts";
import { batchScript, parseBatch, scriptsOf } from "./shell-batch.ts";
import { type AdbEndpoint, withConnection } from "./single-connection.ts";
import { pullFile, pushFile } from "./sync-file.ts";

export interface ServedDeviceOptions extends DeviceHolder {
  readonly endpoint: AdbEndpoint;
  readonly serial: string;
  readonly incarnation?: string | undefined;
}

interface Sending {
  readonly guard?: () => void;
  /** Sent as soon as the service is open. */
  readonly request?: Buffer;
}

const defaultDeadlineMilliseconds = 10_000;
const defaultMaximumBytes = 4 * 1024 * 1024;

/** One device behind an adb server. Each call is its own connection; several commands in one call share it. */
export class ServedDevice implements AdbDevice {
  readonly serial: string;
  readonly incarnation: string | undefined;
  readonly ownPackages: ReadonlyMap<string, string> | undefined;
  readonly #options: ServedDeviceOptions;

  constructor(options: ServedDeviceOptions) {
    this.serial = options.serial;
    this.incarnation = options.incarnation;
    this.ownPackages = options.ownPackages;
    this.#options = options;
  }

  with(changes: DeviceHolder): AdbDevice {
    return new ServedDevice(heldBy(this.#options, changes));
  }

  async read(commands: readonly ShellCommand[], options: ReadOptions = {}): Promise<readonly ShellResult[]> {
    return retriedOnce(() => this.#shell(commands, options));
  }

  write(commands: readonly ShellCommand[], options: ReadOptions = {}): Promise<readonly ShellResult[]> {
    return this.#shell(commands, options, this.#options.guard);
  }

  async writeAll(
    commands: readonly ShellCommand[],
    deadlineMilliseconds?: number,
  ): Promise<readonly string[]> {
    const options = deadlineMilliseconds === undefined ? {} : { deadlineMilliseconds };
    const results = await this.#shell(commands, options, this.#options.guard);
    return outputsOf(this.serial, commands, results);
  }

  async readBinary(command: ShellCommand, options: ReadOptions = {}): Promise<Buffer> {
    const maximumBytes = options.maximumBytes ?? defaultMaximumBytes;
    const { bytes, truncated } = await retriedOnce(() =>
      this.#service(`exec:${shellLine(command)}`, maximumBytes, options),
    );
    if (truncated) {
      throw new DroverError(
        "AdbCommandFailed",
        `The output of ${programOf(command)} is larger than ${maximumBytes} bytes.`,
        {
          details: { serial: this.serial },
        },
      );
    }
    return bytes;
  }

  async exchange(service: string, request: Buffer, options: ExchangeOptions = {}): Promise<Buffer> {
    const maximumBytes = options.maximumBytes ?? defaultMaximumBytes;
    const { bytes, truncated } = await this.#service(service, maximumBytes, {
      ...options,
      request,
      ...defined({ guard: options.acts === true ? this.#options.guard : undefined }),
    });
    if (!truncated) return bytes;
    throw new DroverError(
      "AdbCommandFailed",
      `The response of ${service} is larger than ${maximumBytes} bytes.`,
      {
        details: { serial: this.serial },
      },
    );
  }

  follow(command: ShellCommand, onLine: (line: string) => void, stop: AbortSignal): Promise<boolean> {
    const { endpoint, serial } = this.#options;
    return followLines(endpoint, { serial, service: `shell:${shellLine(command)}` }, onLine, stop);
  }

  pull(path: string, maximumBytes: number): Promise<Buffer | null> {
    return retriedOnce(() =>
      this.#recorded(
        `sync:RECV ${path}`,
        (contents) => contents?.length ?? 0,
        () => pullFile(this.#options.endpoint, this.serial, path, maximumBytes),
      ),
    );
  }

  async push(path: string, contents: Buffer): Promise<void> {
    this.#options.guard?.();
    try {
      await this.#recorded(
        `sync:SEND ${path}`,
        () => 0,
        () => pushFile(this.#options.endpoint, this.serial, path, contents),
      );
    } catch (error) {
      await this.write([["rm", "-f", path]]).catch(() => []);
      throw error;
    }
  }

  async #shell(
    commands: readonly ShellCommand[],
    options: ReadOptions,
    guard?: () => void,
  ): Promise<readonly ShellResult[]> {
    const results: ShellResult[] = [];
    for (const some of scriptsOf(commands)) results.push(...(await this.#script(some, options, guard)));
    return results;
  }

  async #script(
    commands: readonly ShellCommand[],
    options: ReadOptions,
    guard?: () => void,
  ): Promise<readonly ShellResult[]> {
    const nonce = randomBytes(8).toString("hex");
    const { bytes, truncated } = await this.#service(
      `shell:${batchScript(commands, nonce)}`,
      options.maximumBytes ?? defaultMaximumBytes,
      { ...options, ...defined({ guard }) },
    );
    const results = parseBatch(bytes.toString("utf8"), commands.length, nonce, truncated);
    if (results !== null) return results;
    throw new DroverError("DeviceDisconnected", `The connection to device '${this.serial}' was lost.`, {
      cause: new Error("the connection was closed before the last command's exit code came"),
      details: { serial: this.serial, programs: commands.map(programOf) },
    });
  }

  async #service(
    service: string,
    maximumBytes: number,
    { deadlineMilliseconds, guard, request }: Pick<ReadOptions, "deadlineMilliseconds"> & Sending = {},
  ) {
    const { endpoint, serial, signal } = this.#options;
    const limits = {
      deadlineMilliseconds: deadlineMilliseconds ?? defaultDeadlineMilliseconds,
      ...defined({ signal }),
    };
    return this.#recorded(
      service,
      ({ bytes }) => bytes.length,
      () =>
        withConnection(endpoint, { serial, service }, limits, async (client) => {
          const connection = client.getDevice(serial);
          guard?.();
          // openLocal sends a service with a colon in it as it stands: the same for `shell:` and `exec:`.
          const stream: Duplex = await connection.openLocal(service);
          if (request !== undefined) stream.write(request);
          return readCapped(stream, maximumBytes);
        }),
    );
  }

  async #recorded<Result>(
    service: string,
    bytesOf: (result: Result) => number,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const started = performance.now();
    const record = (how: Pick<AdbCommandRecord, "bytes" | "error">): void =>
      this.#options.onCommand?.({
        serial: this.serial,
        service,
        milliseconds: performance.now() - started,
        ...how,
      });
    try {
      const result = await run();
      record({ bytes: bytesOf(result) });
      return result;
    } catch (error) {
      record(error instanceof DroverError ? { error: error.code } : {});
      throw error;
    }
  }
}

/** A device that is just coming back deserves one more try; one that is gone or silent does not get a third. */
async function retriedOnce<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (!isTransportError(error) || error.code === "DeviceUnauthorized" || error.code === "DeviceTimeout")
      throw error;
    await delay(50 + Math.random() * 100);
    return attempt();
  }
}
