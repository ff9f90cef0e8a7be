import type { Host } from "#shared/contracts/device/host.ts";
import { defined } from "#shared/values/defined.ts";
import type { DeviceRegistry } from "./discovery/device-registry.ts";
import type { HostDisk } from "./host-disk.ts";
import type { HostServices } from "./host-services.ts";
import { keepLeases } from "./lease/keep-leases.ts";

export interface HostHeartbeat {
  /** Stored at once and with every later heartbeat. */
  say(state: Host["state"]): Promise<void>;
  stop(): Promise<void>;
}

interface HeartbeatOptions {
  readonly beatMilliseconds: number;
  readonly disk: HostDisk;
  /** How many devices it makes at once, one per job; absent: none. */
  readonly makesDevices?: number | undefined;
}

/** How often leases are renewed. */
const leaseBeats = 3;
/** A younger claim or renewal is not renewed: a lease lasts twelve of these, so at least two more tries follow. */
const youngBeats = 4;

const dayMilliseconds = 86_400_000;

export const hostVersion = "0.1.0";

/** Registers the host, then sends a heartbeat every five seconds, renews its leases and stores its pool's API level. */
export async function startHeartbeat(
  registry: DeviceRegistry,
  services: HostServices,
  { beatMilliseconds, disk, makesDevices }: HeartbeatOptions,
): Promise<HostHeartbeat> {
  const { tenantId, hostId, pool, clock, repositories, logger } = services;
  let state: Host["state"] = "online";
  const startedAt = clock.now().toISOString();
  await repositories.hosts.put({
    schemaVersion: 1,
    tenantId,
    hostId,
    pool,
    commandQueueUrl: services.commandQueueUrl,
    state,
    version: hostVersion,
    deviceCount: 0,
    ...defined({ makesDevices }),
    startedAt,
    heartbeatAt: startedAt,
  });
  let poolApiLevel = 0;
  let keptAt = Number.NEGATIVE_INFINITY;
  /** Without this, the table would drop idle devices after some time. */
  const keepDevices = async (): Promise<void> => {
    if (clock.monotonic() - keptAt < dayMilliseconds) return;
    keptAt = clock.monotonic();
    const at = clock.now().toISOString();
    for (const { deviceId } of registry.devices()) await repositories.devices.keep(tenantId, deviceId, at);
  };
  const beat = async (): Promise<void> => {
    await disk.check();
    const devices = registry.devices();
    const { problem } = disk;
    const degraded = state === "online" && problem !== null;
    await repositories.hosts.heartbeat(tenantId, hostId, {
      state: degraded ? "degraded" : state,
      stateReason: degraded ? problem : undefined,
      deviceCount: devices.length,
      at: clock.now().toISOString(),
    });
    const apiLevel = Math.min(...devices.map(({ facts }) => facts.apiLevel));
    if (devices.length === 0 || apiLevel === poolApiLevel) return;
    await repositories.pools.sayApiLevel(tenantId, pool, apiLevel, clock.now().toISOString());
    poolApiLevel = apiLevel;
  };
  const stopped = new AbortController();
  const run = async (): Promise<void> => {
    for (let count = 1; ; count += 1) {
      await clock.wait(beatMilliseconds, stopped.signal);
      if (stopped.signal.aborted) return;
      await beat()
        .then(keepDevices)
        .catch((error: unknown) => logger.warn("heartbeat not written", { error: String(error) }));
      if (count % leaseBeats === 0)
        await keepLeases(registry.devices(), services, beatMilliseconds * youngBeats);
    }
  };
  const running = run();
  return {
    say: async (next) => {
      state = next;
      await beat().catch((error: unknown) => logger.warn("heartbeat not written", { error: String(error) }));
    },
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}
