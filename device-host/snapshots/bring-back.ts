import type { RestoreAnswer, Snapshot } from "#shared/contracts/snapshot.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { isTransportError } from "../adb/adb-error.ts";
import { type BootFacts, readBootFacts } from "../devices/boot-facts.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import { countRestore } from "../devices/restore-count.ts";
import type { HostServices } from "../host-services.ts";
import { readWindowFacts } from "../observe/window-facts.ts";
import { snapshotName } from "./snapshot-name.ts";
import { snapshotProvider } from "./snapshot-provider.ts";

/** An emulator's adbd connects anew after it. */
const comesTrueWithinMilliseconds = 30_000;
const firstPauseMilliseconds = 5;
const longestPauseMilliseconds = 500;

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
  const { clock, journal, metrics, hostId, logger } = services;
  const { deviceId } = device;
  const { snapshotId } = snapshot;
  const provider = snapshotProvider(device);
  device.lease?.check();
  const begun = clock.monotonic();
  // Before it is done: a crash between must not hide what has to be cleaned.
  for (const name of snapshot.touched) device.touchedPackages.add(name);
  device.lastScreen = null;
  device.apps = null;
  await provider.load(snapshotName(hostId, snapshotId));
  const facts = await comesTrue(device.adb, snapshot, begun, services);
  await adopt(device, facts, services);
  const milliseconds = clock.monotonic() - begun;
  const restores = countRestore(journal, deviceId);
  metrics.count("drover_snapshots_total", { what: "restore", kind: snapshot.kind });
  metrics.count("drover_snapshot_seconds_total", { what: "restore" }, milliseconds / 1_000);
  logger.info("snapshot restored", { deviceId, snapshotId, milliseconds, restores });
  return { snapshotId, deviceId, milliseconds, restores };
}

/** Asked again and again, because the way to the device is cut and nobody says when it is back. */
async function comesTrue(
  adb: AdbDevice,
  snapshot: Snapshot,
  begun: number,
  { clock }: HostServices,
): Promise<BootFacts> {
  let seen = "it did not answer";
  let pause = 0;
  do {
    await clock.wait(pause);
    pause = Math.min(longestPauseMilliseconds, Math.max(firstPauseMilliseconds, pause * 2));
    try {
      const facts = await readBootFacts(adb);
      const inFront = facts === null ? null : (await readWindowFacts(adb)).package;
      if (facts !== null && inFront === snapshot.package) return facts;
      seen = facts === null ? "it has not booted" : `'${inFront}' is in front, not '${snapshot.package}'`;
    } catch (error) {
      if (!isTransportError(error)) throw error;
      seen = error.message;
    }
  } while (clock.monotonic() - begun < comesTrueWithinMilliseconds);
  throw new DroverError(
    "SnapshotFailed",
    `The device is not as snapshot ${snapshot.snapshotId} has it: ${seen}.`,
  );
}

/** Memory came back too, the boot id with it: unless it is known, the device would pass for one that booted meanwhile. */
async function adopt(
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
