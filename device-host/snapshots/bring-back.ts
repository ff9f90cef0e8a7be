import type { RestoreAnswer, Snapshot } from "#shared/contracts/device/snapshot.ts";
import type { BootFacts } from "../devices/boot-facts.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import { countRestore } from "../devices/restore-count.ts";
import type { HostServices } from "../host-services.ts";
import { comesTrue } from "./comes-true.ts";
import { snapshotName, typedNote } from "./snapshot-name.ts";
import { snapshotProvider } from "./snapshot-provider.ts";

/**
 * Brings the device to the snapshot, which may be another's of this host, and sees that it came true: it has booted, and the same app is
 * in front. The caller has its turn in the device's lane.
 * @throws DeviceUnsupported, SnapshotGone, SnapshotFailed, LeaseLost
 */
export async function bringBack(
  device: ManagedDevice,
  snapshot: Snapshot,
  services: HostServices,
): Promise<RestoreAnswer> {
  const { clock, metrics, hostId, logger, journal } = services;
  const { deviceId } = device;
  const { snapshotId } = snapshot;
  const provider = snapshotProvider(device);
  device.lease?.check();
  const begun = clock.monotonic();
  // Before it is done: a crash between must not hide what has to be cleaned.
  for (const name of snapshot.touched) device.touchedPackages.add(name);
  device.lease?.secrets.fields.recall(journal.note(typedNote(snapshotId)));
  device.lastScreen = null;
  device.apps = null;
  await provider.load(snapshotName(hostId, snapshotId));
  const facts = await comesTrue(device.adb, snapshot.package, begun, services);
  await adoptBootId(device, facts, services);
  const milliseconds = clock.monotonic() - begun;
  const restores = await countRestore(services, deviceId);
  metrics.count("drover_snapshots_total", { what: "restore", kind: snapshot.kind });
  metrics.count("drover_snapshot_seconds_total", { what: "restore" }, milliseconds / 1_000);
  logger.info("snapshot restored", { deviceId, snapshotId, milliseconds, restores });
  return { snapshotId, deviceId, milliseconds, restores };
}

/** Memory came back too, the boot id with it: unless it is known, the device would pass for one that booted meanwhile. */
export async function adoptBootId(
  device: ManagedDevice,
  facts: BootFacts,
  { tenantId, repositories, clock }: HostServices,
): Promise<void> {
  const { bootId } = facts;
  if (bootId === device.facts.bootId) return;
  // What a further device is, and where its console listens, is its own.
  device.facts = { ...device.facts, bootId };
  const at = clock.now().toISOString();
  await repositories.devices.sayBootId({ tenantId, deviceId: device.deviceId, bootId, at });
}
