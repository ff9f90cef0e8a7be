import type { ForkAnswer, Snapshot } from "#shared/contracts/device/snapshot.ts";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { deviceIdOf } from "../devices/device-id.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { snapshotName } from "./snapshot-name.ts";
import { snapshotProvider } from "./snapshot-provider.ts";

const attachedWithinMilliseconds = 12_000;
const pauseMilliseconds = 20;

/**
 * Starts further devices that begin from the snapshot, and answers when each can be worked with: quarantined, so that it is
 * whoever's asked, for a job that takes it as it is. It ends after that job (discovery/tend-snapshots.ts).
 * @throws DeviceUnsupported, SnapshotGone, SnapshotFailed
 */
export async function forkDevice(
  device: ManagedDevice,
  snapshot: Snapshot,
  count: number,
  services: HostServices,
): Promise<ForkAnswer> {
  const { hostId, metrics, clock } = services;
  requireForks(device);
  const begun = clock.monotonic();
  const serials = await snapshotProvider(device).fork(snapshotName(hostId, snapshot.snapshotId), count);
  const deviceIds = serials.map((serial) => deviceIdOf(hostId, serial));
  metrics.count("drover_snapshots_total", { what: "fork", kind: snapshot.kind }, count);
  metrics.count("drover_snapshot_seconds_total", { what: "fork" }, (clock.monotonic() - begun) / 1_000);
  await Promise.all(deviceIds.map((deviceId) => attached(deviceId, services)));
  return { snapshotId: snapshot.snapshotId, deviceIds };
}

/** An emulator's console starts no second instance: that takes its program, with -read-only and -snapshot. */
function requireForks({ deviceId, facts }: ManagedDevice): void {
  if (facts.canFork) return;
  const message = `Device ${deviceId} cannot be forked (capability 'forks'): only virtual phones can.`;
  throw new DroverError("DeviceUnsupported", message, { details: { missing: ["forks"] } });
}

async function attached(deviceId: DeviceId, services: HostServices): Promise<void> {
  const { tenantId, repositories, clock } = services;
  const begun = clock.monotonic();
  while (clock.monotonic() - begun < attachedWithinMilliseconds) {
    const stored = await repositories.devices.get(tenantId, deviceId);
    if (stored?.state === "quarantined") return;
    await clock.wait(pauseMilliseconds);
  }
  throw new DroverError("SnapshotFailed", `Fork ${deviceId} has started but was not ready in time.`);
}
