import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { DeviceRegistry } from "./adb/device-registry.ts";
import type { FaultPlan } from "./adb/faults.ts";
import { startAdbServer } from "./adb/start-adb-server.ts";
import { PhoneFleet } from "./phone-fleet.ts";
import type { VirtualPhone } from "./system/virtual-phone.ts";

export const MAXIMUM_PHONES = 1_000;

export interface StartPhonesOptions {
  readonly count: number;
  /** Of the ADB server; 0 or absent takes a free one. */
  readonly port?: number;
  /** One directory per phone below it; phones find their data there again. */
  readonly dir: string;
  readonly seed?: number;
  readonly clock?: () => Date;
  /** The consoles listen on the ports that the serials name, where `adb emu` looks for them; else on free ones. */
  readonly consolesBySerial?: boolean;
  /** What the ADB server is to do wrong, for tests. */
  readonly adbFaults?: FaultPlan;
}

export interface RunningPhones {
  readonly adbPort: number;
  readonly serials: readonly string[];
  /** In the order of `serials`; tests script faults on them. */
  readonly phones: readonly VirtualPhone[];
  readonly devices: DeviceRegistry;
  /** Starts a further phone, as new, under a serial such as `emulator-5602` that is in no use. Its data go with it. */
  start(serial: string): Promise<VirtualPhone>;
  /** Ends a phone; one that is not there is no error. */
  end(serial: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts virtual phones behind an ADB server of their own on 127.0.0.1.
 * Throws an Error that names the option and the remedy for a bad count, a directory that cannot be written or a port in use.
 */
export async function startPhones(options: StartPhonesOptions): Promise<RunningPhones> {
  const { count, port = 0, seed = 1, clock } = options;
  if (!Number.isInteger(count) || count < 0 || count > MAXIMUM_PHONES) {
    throw new Error(`count must be a whole number from 0 to ${MAXIMUM_PHONES}, not ${count}`);
  }
  const dir = resolve(options.dir);
  await mkdir(dir, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new Error(`The directory ${dir} cannot be made or written: ${codeOf(cause)}.`, { cause });
  });
  const devices = new DeviceRegistry();
  const server = await startAdbServer({
    port,
    devices,
    ...(options.adbFaults === undefined ? {} : { faults: options.adbFaults }),
  }).catch((cause: unknown) => {
    throw new Error(`Port ${port} on 127.0.0.1 ${reason(cause)}.`, { cause });
  });
  const phones: VirtualPhone[] = [];
  const fleet = new PhoneFleet({
    dir,
    seed,
    devices,
    consolesBySerial: options.consolesBySerial ?? false,
    ...(clock === undefined ? {} : { clock }),
  });
  const close = async () => {
    await server.close();
    await fleet.close();
  };
  try {
    await fleet.clearForks();
    for (let i = 0; i < count; i += 1) phones.push(await fleet.start(i));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    adbPort: server.port,
    serials: phones.map((phone) => phone.serial),
    phones,
    devices,
    start: (serial) => fleet.startPassing(serial),
    end: (serial) => fleet.end(serial),
    close,
  };
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);

function reason(cause: unknown): string {
  const code = codeOf(cause);
  return code === "EADDRINUSE" ? "is in use" : `cannot be used: ${code}`;
}
