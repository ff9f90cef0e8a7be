import type { Snapshot } from "#shared/contracts/device/snapshot.ts";
import { SnapshotId } from "#shared/contracts/device/snapshot.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { readWindowFacts } from "../observe/window-facts.ts";
import { snapshotName, typedNote } from "./snapshot-name.ts";
import { snapshotProvider } from "./snapshot-provider.ts";

/** What is said of it; `package`: the app in front, when that is known. */
export type AboutSnapshot = Pick<Snapshot, "kind" | "label" | "jobId" | "stepNumber"> & {
  readonly package?: string;
};

/**
 * Keeps the whole device as it is now. The caller has its turn in the device's lane. Recorded after the device has it: what breaks off
 * between is found and removed later (discovery/tend-snapshots.ts).
 * @throws DeviceUnsupported, SnapshotFailed, SnapshotsFull, LeaseLost, and the transport's errors
 */
export async function keepSnapshot(
  device: ManagedDevice,
  about: AboutSnapshot,
  services: HostServices,
): Promise<Snapshot> {
  const { tenantId, hostId, clock, repositories, metrics, config, newId } = services;
  const provider = snapshotProvider(device);
  await makeRoom(device, about, services);
  const inFront = about.package ?? (await readWindowFacts(device.adb)).package;
  const snapshotId = SnapshotId.parse(newId());
  const name = snapshotName(hostId, snapshotId);
  device.lease?.check();
  const begun = clock.monotonic();
  const bytes = await provider.save(name);
  const milliseconds = clock.monotonic() - begun;
  const now = clock.now();
  const snapshot: Snapshot = {
    schemaVersion: 1,
    tenantId,
    snapshotId,
    deviceId: device.deviceId,
    hostId,
    kind: about.kind,
    ...defined({
      bytes: bytes ?? undefined,
      label: about.label,
      jobId: about.jobId,
      stepNumber: about.stepNumber,
    }),
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + config.snapshots.hours * 3_600_000).toISOString(),
    milliseconds,
    package: inFront.slice(0, 300),
    touched: [...device.touchedPackages].slice(0, 500),
    holdsSecrets: device.secrets?.isEmpty === false,
  };
  if (device.secrets?.fields.isEmpty === false)
    services.journal.setNote(typedNote(snapshotId), device.secrets.fields.asText);
  await repositories.snapshots.put(snapshot);
  if (device.keptSnapshots !== null) device.keptSnapshots += 1;
  metrics.count("drover_snapshots_total", { what: "save", kind: about.kind });
  metrics.count("drover_snapshot_seconds_total", { what: "save" }, milliseconds / 1_000);
  services.logger.info("snapshot taken", { deviceId: device.deviceId, snapshotId, milliseconds });
  return snapshot;
}

/** The device's oldest that no person asked for goes; without one, or for a person's own, it is refused. */
async function makeRoom(
  device: ManagedDevice,
  { kind }: AboutSnapshot,
  services: HostServices,
): Promise<void> {
  const { tenantId, repositories, config } = services;
  const { perDevice } = config.snapshots;
  // Below the bound the count from before is enough: it is never too low, because this host alone keeps them.
  if (device.keptSnapshots !== null && device.keptSnapshots < perDevice) return;
  const kept = await repositories.snapshots.listByDevice(tenantId, device.deviceId);
  device.keptSnapshots = kept.length;
  if (kept.length < perDevice) return;
  const oldest = kept.find((snapshot) => snapshot.kind !== "person");
  if (oldest === undefined || kind === "person")
    throw new DroverError(
      "SnapshotsFull",
      `Device ${device.deviceId} has ${kept.length} snapshots, which is the maximum.`,
    );
  await dropSnapshot(device, oldest, services);
}

/** From the device, then from the table. @throws SnapshotFailed, StorageUnavailable */
export async function dropSnapshot(
  device: ManagedDevice,
  snapshot: Snapshot,
  { hostId, journal, repositories }: HostServices,
): Promise<void> {
  await snapshotProvider(device).remove(snapshotName(hostId, snapshot.snapshotId));
  journal.dropNote(typedNote(snapshot.snapshotId));
  await repositories.snapshots.remove(snapshot);
}
