import { decodeTime } from "ulid";
import type { SnapshotId } from "#shared/contracts/device/snapshot.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { parkDevice } from "../lease/park-device.ts";
import { snapshotIdOf, typedNote } from "../snapshots/snapshot-name.ts";
import { snapshotProvider } from "../snapshots/snapshot-provider.ts";

export interface TendedSnapshots {
  devices(): readonly ManagedDevice[];
  /** Resolves when something is different, or after a while. */
  nextChange(signal: AbortSignal): Promise<void>;
  /** The device has ended: one of its serial that comes is another. */
  forget(device: ManagedDevice): void;
}

const tidyEveryMilliseconds = 300_000;

/** Ends forks that nobody needs any more, and removes snapshots that are out of date. Ends with the signal. */
export async function tendSnapshots(
  tended: TendedSnapshots,
  services: HostServices,
  signal: AbortSignal,
): Promise<void> {
  let tidiedAt = services.clock.monotonic();
  while (!signal.aborted) {
    await tended.nextChange(signal);
    const now = services.clock.monotonic();
    for (const device of tended.devices())
      if (isOver(device, services, now)) await endFork(device, tended, services);
    if (now - tidiedAt < tidyEveryMilliseconds) continue;
    tidiedAt = now;
    await tidySnapshots(tended.devices(), services);
  }
}

/** Its job has had it, or none came. */
function isOver(device: ManagedDevice, { config }: HostServices, now: number): boolean {
  if (device.facts.forkOf === null || !device.idle || device.state === "offline") return false;
  return device.hadJob || now - device.lastUsedAt > config.snapshots.forkMinutes * 60_000;
}

async function endFork(
  device: ManagedDevice,
  tended: TendedSnapshots,
  services: HostServices,
): Promise<void> {
  const { deviceId } = device;
  try {
    using _turn = await device.lane.enter();
    if (device.lease !== null) return;
    await parkDevice(device, "offline", "It was a fork of a snapshot and has ended.", services);
    await snapshotProvider(device).end();
    tended.forget(device);
    await services.repositories.devices.unlist(services.tenantId, deviceId);
    services.logger.info("fork ended", { deviceId });
  } catch (error) {
    services.logger.warn("fork not ended", { deviceId, error: String(error) });
  }
}

/** What devices keep under this host's name and no record tells of: it is out of date, or its recording failed. */
export async function tidySnapshots(
  devices: readonly ManagedDevice[],
  services: HostServices,
): Promise<void> {
  const { tenantId, hostId, repositories, journal, logger } = services;
  for (const device of devices) {
    if (device.facts.consolePort === null || device.facts.forkOf !== null) continue;
    try {
      const provider = snapshotProvider(device);
      for (const { name } of await provider.list()) {
        const snapshotId = snapshotIdOf(hostId, name);
        if (snapshotId === null || isYoung(snapshotId, services)) continue;
        if ((await repositories.snapshots.find(tenantId, snapshotId)) !== null) continue;
        await provider.remove(name);
        journal.dropNote(typedNote(snapshotId));
      }
    } catch (error) {
      logger.warn("snapshots not tidied", { deviceId: device.deviceId, error: String(error) });
    }
  }
}

const youngMilliseconds = 120_000;

/** Its record may be on its way. */
const isYoung = (snapshotId: SnapshotId, { clock }: HostServices): boolean =>
  clock.now().getTime() - decodeTime(snapshotId) < youngMilliseconds;
