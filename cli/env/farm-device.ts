import { hostname } from "node:os";
import { ServedDevice } from "#device-host/adb/served-device.ts";
import type { BootFacts } from "#device-host/devices/boot-facts.ts";
import { systemClock } from "#device-host/host-clock.ts";
import type { CapturedScreen } from "#device-host/observe/captured-screen.ts";
import { observeScreen } from "#device-host/observe/observe-screen.ts";
import type {
  EnvDevice,
  EnvDeviceSource,
  EnvScreen,
  PreparedDevice,
} from "#environments/devices/env-device.ts";
import { bootFactsOf, envDeviceId, prepareDevice } from "#environments/devices/prepare-device.ts";
import type { EnvTask } from "#environments/env-tasks.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";
import { createApiClient } from "../api-client.ts";
import type { ApiAddress } from "../call-route.ts";
import { createSessionClient, type SessionClient } from "../session-client.ts";

interface FarmDevices {
  readonly farm: ApiAddress;
  readonly pool: string | undefined;
  /** How long a reset waits for a device to come free. */
  readonly waitSeconds: number;
}

/** The port closes by itself when it is not asked for again. */
const holdSeconds = 60;
const keepMilliseconds = 15_000;
const longestIdleSeconds = 7_200;
const readSeconds = 20;

/** Devices that the farm's hosts have, by sessions: each episode has a clean one. */
export const farmSource = (devices: FarmDevices): EnvDeviceSource => {
  const api = createSessionClient(devices.farm);
  return {
    name: "devices of the farm",
    open: () => new FarmDevice(api, devices),
    close: async () => undefined,
  };
};

interface Lease {
  readonly sessionId: string;
  readonly keeping: NodeJS.Timeout;
  readonly tearDown: readonly string[];
  adb: ServedDevice;
  facts?: BootFacts;
}

/** The device of a session of the farm, through its adb port. */
class FarmDevice implements EnvDevice {
  readonly clock = systemClock;
  readonly #api: SessionClient;
  readonly #devices: FarmDevices;
  #lease: Lease | undefined;

  constructor(api: SessionClient, devices: FarmDevices) {
    this.#api = api;
    this.#devices = devices;
  }

  get adb(): ServedDevice {
    return this.#held.adb;
  }

  get #held(): Lease {
    if (this.#lease === undefined) throw new DroverError("LeaseLost", "The session has no device.");
    return this.#lease;
  }

  async begin(task: EnvTask): Promise<PreparedDevice> {
    await this.end();
    const sessionId = await this.#session(task);
    try {
      const adb = await this.#openPort(sessionId);
      const keeping = setInterval(() => void this.#keep(sessionId), keepMilliseconds).unref();
      this.#lease = { sessionId, keeping, adb, tearDown: task.request.prepare?.tearDown ?? [] };
      const facts = await bootFactsOf(adb);
      this.#lease.facts = facts;
      const prepared = await prepareDevice(adb, task, { facts, clock: systemClock });
      // The task's within the farm's own.
      const { policy } = await createApiClient(this.#devices.farm).job(sessionId);
      return { ...prepared, policy };
    } catch (error) {
      if (this.#lease === undefined) await this.#api.end(sessionId).catch(() => undefined);
      else await this.end();
      throw error;
    }
  }

  /** A ready one. @throws NotReady when no device came free in time */
  async #session({ request }: EnvTask): Promise<string> {
    const { pool, waitSeconds } = this.#devices;
    const { sessionId } = await this.#api.begin({
      ...defined({ pool }),
      policy: request.policy,
      idleTimeoutSeconds: longestIdleSeconds,
      hardTimeoutSeconds: longestIdleSeconds,
      labels: { by: "drover-env" },
    });
    const until = performance.now() + waitSeconds * 1_000;
    for (;;) {
      const { status, endReason, endDetail } = await this.#api.read(sessionId, readSeconds);
      if (status === "ready") return sessionId;
      const why =
        status === "ended" ? `${endReason} ${endDetail ?? ""}` : `none came free in ${waitSeconds} s`;
      if (status !== "ended" && performance.now() < until) continue;
      await this.#api.end(sessionId).catch(() => undefined);
      throw new DroverError("NotReady", `The farm gave no device: ${why.trim()}.`);
    }
  }

  async #openPort(sessionId: string): Promise<ServedDevice> {
    const { port, machine, serial } = await this.#api.openAdb(sessionId, holdSeconds);
    if (port === null || machine !== hostname())
      throw new DroverError(
        "DeviceUnsupported",
        `The device is at a host on '${machine}'; run 'drover env serve' there.`,
      );
    return new ServedDevice({ endpoint: { host: "127.0.0.1", port }, serial });
  }

  /** What goes wrong here, the next command on the device finds. */
  async #keep(sessionId: string): Promise<void> {
    const adb = await this.#openPort(sessionId).catch(() => undefined);
    if (adb !== undefined && this.#lease?.sessionId === sessionId) this.#lease.adb = adb;
  }

  async look(wantsPicture: boolean): Promise<EnvScreen> {
    const { screenshot, ...seen } = await this.capture();
    return { ...seen, picture: wantsPicture ? (screenshot?.bytes ?? null) : null };
  }

  capture(): Promise<CapturedScreen> {
    const { adb, facts } = this.#held;
    if (facts === undefined) throw new DroverError("LeaseLost", "The session's device is not ready.");
    const { naturalSize } = facts;
    return observeScreen({ deviceId: envDeviceId, adb, naturalSize }, systemClock);
  }

  pass(): void {}

  async end(): Promise<void> {
    const lease = this.#lease;
    if (lease === undefined) return;
    this.#lease = undefined;
    clearInterval(lease.keeping);
    const commands = lease.tearDown.map((line) => ["sh", "-c", line] as const);
    if (commands.length > 0) await lease.adb.write(commands).catch(() => undefined);
    await this.#api.end(lease.sessionId).catch(() => undefined);
  }
}
