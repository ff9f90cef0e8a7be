import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type DeviceSource, servedDevices } from "./adb/device-source.ts";
import { type Dispatcher, dispatch } from "./commands/dispatch.ts";
import type { CommandQueue, QueueMessage } from "./delivery/command-queue.ts";
import { pollCommands } from "./delivery/poll-commands.ts";
import { DeviceRegistry } from "./discovery/device-registry.ts";
import { MadeDevices } from "./discovery/made-devices.ts";
import { makeDevices } from "./discovery/make-devices.ts";
import { tendSnapshots } from "./discovery/tend-snapshots.ts";
import { drainHost, letJobsEnd } from "./drain-host.ts";
import { hostApi } from "./host-api.ts";
import { freeBytesOf, HostDisk } from "./host-disk.ts";
import { startHeartbeat } from "./host-heartbeat.ts";
import type { HostOptions } from "./host-options.ts";
import type { HostServices } from "./host-services.ts";
import { startHttpServer } from "./http/start-http-server.ts";
import { pollDevices } from "./lease/poll-devices.ts";
import { pollPool } from "./lease/poll-pool.ts";
import type { PoolQueues } from "./lease/pool-queues.ts";
import { tendDevices } from "./lease/tend-devices.ts";
import { nullDevices } from "./null-device/null-devices.ts";
import { openServices } from "./open-services.ts";

export interface RunningHost {
  readonly hostId: string;
  readonly apiUrl: string;
  readonly apiToken: string;
  /** How many devices are in use, and how many more jobs could start now. */
  work(): { readonly held: number; readonly free: number };
  /**
   * Takes no more jobs, lets its jobs continue for this time (absent: not at all), then finishes or returns the rest
   * and closes everything. Idempotent. `machineEnds`: the machine does not come back, so its queues are removed too.
   */
  drain(patienceSeconds?: number, machineEnds?: boolean): Promise<void>;
  /** Stops at once. Running commands end by missing heartbeats. */
  close(): Promise<void>;
  /** Resolves when the host was drained or closed. */
  readonly ended: Promise<void>;
}

const defaultBeatSeconds = 5;
const defaultLeastFreeBytes = 200 * 1_048_576;

/**
 * Starts the daemon beside the phones. Resolves when the host is registered and polls its queues.
 * @throws ConfigurationInvalid for options it cannot work with · PoolNotFound · StorageUnavailable when the cloud does not answer
 */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const { services, poolQueues, hostQueue, retire, release } = await openServices(options);
  const made = options.made === undefined ? null : new MadeDevices(options.made, services);
  const source = sourceOf(options.devices, (serial) => made?.incarnationOf(serial));
  const registry = new DeviceRegistry(source, services);
  const disk = new HostDisk(
    options.leastFreeBytes ?? defaultLeastFreeBytes,
    options.freeBytes ?? (() => freeBytesOf(options.dir)),
    [services.spool, services.failures, ...(made === null ? [] : [made])],
  );
  const beatMilliseconds = (options.beatSeconds ?? defaultBeatSeconds) * 1_000;
  const heartbeat = await startHeartbeat(registry, services, {
    beatMilliseconds,
    disk,
    makesDevices: options.made?.most,
  });
  await registry.start();
  await heartbeat.say("online");
  const pulling = new AbortController();
  const leaving = new AbortController();
  const working = new AbortController();
  const polls = startPolls(
    { registry, services, poolQueues, hostQueue, disk, made },
    { pulling: pulling.signal, leaving: leaving.signal, working: working.signal },
  );
  const apiToken = randomBytes(24).toString("base64url");
  const drain = async (patienceSeconds = 0, machineEnds = false): Promise<void> => {
    pulling.abort();
    if (patienceSeconds > 0) await letJobsEnd(registry, heartbeat, services, patienceSeconds);
    leaving.abort();
    await drainHost(registry, heartbeat, services);
    forGood = machineEnds || options.retires === true;
    await close();
  };
  const drainLater = (patienceSeconds: number): void => {
    drain(patienceSeconds).catch((error: unknown) => {
      services.logger.error("not drained", { error: String(error) });
    });
  };
  const http = await startHttpServer(
    hostApi(registry, services, { pulling: pulling.signal, disk, drain: drainLater }),
    apiToken,
    options.apiPort ?? 0,
  );

  const ended = Promise.withResolvers<void>();
  let forGood = false;
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= (async () => {
      pulling.abort();
      working.abort();
      await http.close();
      await registry.close();
      await made?.close();
      await services.textReader.close();
      await Promise.allSettled(polls);
      await heartbeat.stop();
      if (forGood) await retire();
      await release();
      ended.resolve();
    })();
    return closing;
  };
  return {
    hostId: services.hostId,
    apiUrl: http.url,
    apiToken,
    close,
    drain,
    ended: ended.promise,
    work: () => ({
      held: registry.devices().filter(({ lease }) => lease !== null).length,
      free: registry.free().length + (made?.room ?? 0),
    }),
  };
}

const sourceOf = (
  devices: HostOptions["devices"],
  incarnationOf: (serial: string) => string | undefined,
): DeviceSource => ("port" in devices ? servedDevices(devices, incarnationOf) : nullDevices(devices));

interface Polled {
  readonly registry: DeviceRegistry;
  readonly services: HostServices;
  readonly poolQueues: PoolQueues;
  readonly hostQueue: CommandQueue;
  readonly disk: HostDisk;
  readonly made: MadeDevices | null;
}

interface Phases {
  /** It takes jobs and tends devices until this signal. */
  readonly pulling: AbortSignal;
  /** After this signal its jobs get the order to continue elsewhere. */
  readonly leaving: AbortSignal;
  /** It executes commands until this signal. */
  readonly working: AbortSignal;
}

function startPolls(
  { registry, services, poolQueues, hostQueue, disk, made }: Polled,
  { pulling, leaving, working: commanded }: Phases,
): readonly Promise<void>[] {
  const working = () => disk.problem === null;
  const nextChange = (signal: AbortSignal) => registry.nextChange(signal);
  const free = {
    list: () => (working() ? registry.free() : []),
    // Polled after the queue of this device's own name, because those jobs cannot use another device.
    changed: (signal: AbortSignal) => nextChange(signal).then(() => nextTurn()),
  };
  const named = { devices: () => registry.devices(), working, nextChange };
  const dispatching = dispatcher(registry, services, leaving);
  const work = {
    handle: (message: QueueMessage) => dispatch(message, dispatching).finally(() => registry.notify()),
    deviceCount: () => registry.devices().length,
  };
  return [
    pollPool(poolQueues, free, services, pulling),
    pollDevices(named, services, pulling),
    pollCommands(hostQueue, work, services, commanded),
    tendDevices(registry, services, pulling),
    tendSnapshots(registry, services, pulling),
    ...(made === null ? [] : [makeDevices(made, registry, poolQueues, services, pulling)]),
    services.spool.run(commanded),
  ];
}

const dispatcher = (registry: DeviceRegistry, services: HostServices, leaving: AbortSignal): Dispatcher => ({
  services,
  device: (deviceId) => registry.get(deviceId),
  draining: () => leaving.aborted,
  notify: () => registry.notify(),
});
