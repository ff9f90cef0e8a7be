import type { Services } from "#agent/runtime/services.ts";
import type { Host } from "#shared/contracts/device/host.ts";
import type { MetricName } from "#shared/contracts/farm/metrics.ts";
import { poolDimension } from "#shared/contracts/farm/metrics.ts";
import { conditionOf, isHostLost } from "#shared/rules/device-status.ts";
import type { TenantState } from "./read-tenant.ts";
import type { UnreadSeconds } from "./unread-commands.ts";

type Gauges = Readonly<Partial<Record<MetricName, number>>>;

/** A host without heartbeats for this long is gone permanently and needs no alarm. */
const goneMilliseconds = 24 * 3_600_000;

/** Records the state of each pool of the tenant, also of empty ones: an alarm needs an explicit zero. */
export function tellGauges(
  tenant: TenantState,
  unread: UnreadSeconds,
  { metrics, now }: Pick<Services, "metrics" | "now">,
): void {
  const at = now();
  for (const pool of tenant.pools)
    metrics.tell(
      {
        ...gaugesOf(tenant, pool, at),
        OldestCommandSeconds: Math.max(
          0,
          ...tenant.hosts.filter((host) => host.pool === pool).map(({ hostId }) => unread.get(hostId) ?? 0),
        ),
      },
      poolDimension(tenant.tenantId, pool),
    );
}

function gaugesOf(tenant: TenantState, pool: TenantState["pools"][number], now: Date): Gauges {
  const queued = tenant.queued.filter((job) => job.pool === pool);
  const devices = tenant.devices.filter((device) => device.pool === pool);
  const hosts = tenant.hosts.filter((host) => host.pool === pool);
  const online = new Map(
    hosts
      .filter((host) => host.state === "online" && !isHostLost(host, now))
      .map((host) => [host.hostId, host]),
  );
  const states = devices.map((device) => conditionOf(device, online.get(device.hostId) ?? null, now).state);
  const [oldest] = queued;
  return {
    // A job that names a device cannot use another one.
    WaitingJobs: queued.filter(({ requirements }) => requirements.deviceId === undefined).length,
    OldestWaitingSeconds:
      oldest === undefined ? 0 : Math.max(0, (now.getTime() - Date.parse(oldest.createdAt)) / 1_000),
    RunningJobs: tenant.running.filter((job) => job.pool === pool).length,
    Devices: devices.length,
    FreeDevices: states.filter((state) => state === "ready").length,
    QuarantinedDevices: states.filter((state) => state === "quarantined").length,
    OnlineHosts: online.size,
    SilentHosts: hosts.filter((host) => isSilent(host, now)).length,
  };
}

/** It did not announce a stop. */
const isSilent = (host: Host, now: Date): boolean =>
  host.state !== "offline" &&
  isHostLost(host, now) &&
  now.getTime() - Date.parse(host.heartbeatAt) < goneMilliseconds;
