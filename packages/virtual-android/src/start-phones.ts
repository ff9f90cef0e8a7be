import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { DeviceRegistry } from "./adb/device-registry.ts";
import { FaultPlan } from "./adb/faults.ts";
import { startAdbServer } from "./adb/start-adb-server.ts";
import { APPS } from "./apps/app-registry.ts";
import { readFaultScript } from "./fault-script/fault-script.ts";
import { FaultPlayer } from "./fault-script/play-faults.ts";
import { type FaultServer, serveFaults } from "./fault-script/serve-faults.ts";
import { loadOwnApps } from "./own-apps.ts";
import { PhoneFleet } from "./phone-fleet.ts";
import { type LatencyName, latencyProfiles } from "./shell/latency-profiles.ts";
import type { App } from "./system/app.ts";
import type { VirtualPhone } from "./system/virtual-phone.ts";

export const MAXIMUM_PHONES = 1_000;

export interface StartPhonesOptions {
  readonly count: number;
  /** Of the ADB server; 0 or absent takes a free one. */
  readonly port?: number;
  /** One directory per phone below it; phones find their data there again. */
  readonly dir: string;
  readonly seed?: number;
  /** Of each phone in its order; absent, or beyond its end: 34. They say so and lack the tools that came later, no more. */
  readonly apiLevels?: readonly number[];
  readonly clock?: () => Date;
  /** A directory of apps of your own, which the phones have beside theirs. */
  readonly apps?: string;
  /** The consoles listen on the ports that the serials name, where `adb emu` looks for them; else on free ones. */
  readonly consolesBySerial?: boolean;
  /** How long a restart takes: half of it the phone is not listed, then it boots. 0 unless told. */
  readonly rebootMilliseconds?: number;
  /** Commands take the time that they take on such a device; `zero` unless told. */
  readonly latency?: LatencyName;
  /** What the ADB server is to do wrong, for tests. */
  readonly adbFaults?: FaultPlan;
  /** A file that says what goes wrong with the phones, and when: `fault-script/fault-script.ts` says what may stand in it. */
  readonly faultScript?: string;
  /** Of an HTTP server on 127.0.0.1 by which faults are set, seen and removed while the phones run, 0 for a free one; none unless told. */
  readonly faultPort?: number;
}

export interface RunningPhones {
  readonly adbPort: number;
  /** Where faults are set by HTTP, if they are. */
  readonly faultsUrl: string | null;
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
  const { count, port = 0, seed = 1, clock, rebootMilliseconds = 0 } = options;
  if (!Number.isInteger(count) || count < 0 || count > MAXIMUM_PHONES) {
    throw new Error(`count must be a whole number from 0 to ${MAXIMUM_PHONES}, not ${count}`);
  }
  const dir = resolve(options.dir);
  await mkdir(dir, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new Error(`The directory ${dir} cannot be made or written: ${codeOf(cause)}.`, { cause });
  });
  const apps = options.apps === undefined ? APPS : await withOwnApps(options.apps);
  const devices = new DeviceRegistry();
  const installed = options.adbFaults ?? new FaultPlan();
  const script = options.faultScript === undefined ? null : await readFaultScript(options.faultScript);
  const player = new FaultPlayer(
    { devices, vanish: (milliseconds) => server.vanish(milliseconds) },
    installed,
  );
  if (script !== null) player.play(script);
  const fleet = new PhoneFleet({
    dir,
    seed,
    devices,
    apps,
    bootMilliseconds: rebootMilliseconds / 2,
    consolesBySerial: options.consolesBySerial ?? false,
    apiLevels: options.apiLevels ?? [],
    ...(clock === undefined ? {} : { clock }),
  });
  const server = await startAdbServer({
    port,
    devices,
    awayMilliseconds: rebootMilliseconds / 2,
    latency: latencyProfiles[options.latency ?? "zero"],
    faults: player,
  }).catch((cause: unknown) => {
    throw new Error(`Port ${port} on 127.0.0.1 ${reason(cause)}.`, { cause });
  });
  let faultServer: FaultServer | null = null;
  const phones: VirtualPhone[] = [];
  const close = async () => {
    await faultServer?.close();
    await server.close();
    await fleet.close();
  };
  try {
    if (options.faultPort !== undefined) faultServer = await faultServerAt(options.faultPort, player);
    await fleet.clearForks();
    for (let i = 0; i < count; i += 1) phones.push(await fleet.start(i));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    adbPort: server.port,
    faultsUrl: faultServer?.url ?? null,
    serials: phones.map((phone) => phone.serial),
    phones,
    devices,
    start: (serial) => fleet.startPassing(serial),
    end: (serial) => fleet.end(serial),
    close,
  };
}

const faultServerAt = (port: number, player: FaultPlayer): Promise<FaultServer> =>
  serveFaults(player, port).catch((cause: unknown) => {
    throw new Error(`The port ${port} for faults on 127.0.0.1 ${reason(cause)}.`, { cause });
  });

async function withOwnApps(directory: string): Promise<readonly App[]> {
  const taken = APPS.map(({ packageName }) => packageName);
  return [...APPS, ...(await loadOwnApps(directory, taken))];
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);

function reason(cause: unknown): string {
  const code = codeOf(cause);
  return code === "EADDRINUSE" ? "is in use" : `cannot be used: ${code}`;
}
