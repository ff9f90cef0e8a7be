import type { ForkAnswer, RestoreAnswer, Snapshot, SnapshotId } from "#shared/contracts/device/snapshot.ts";
import type { DeviceRequest } from "#shared/contracts/workflow/host-command.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { bringBack } from "../snapshots/bring-back.ts";
import { forkDevice } from "../snapshots/fork-device.ts";
import { dropSnapshot, keepSnapshot } from "../snapshots/keep-snapshot.ts";
import { busy, heldForPerson } from "./held-for-person.ts";

type Asked<Type extends string> = Extract<DeviceRequest["request"], { readonly type: Type }>;

/** Whoever holds the device: between two of its commands nothing of it is under way. */
export async function snapshotFor(
  device: ManagedDevice,
  { label }: Asked<"snapshot">,
  services: HostServices,
): Promise<Snapshot> {
  using _turn = await device.lane.enter();
  const jobId = device.lease?.jobId ?? undefined;
  return keepSnapshot(device, { kind: "person", ...defined({ label, jobId }) }, services);
}

/**
 * A device that a person has taken out of service stays theirs, as it is then; every other one is held meanwhile and cleaned before
 * its next job. @throws DeviceBusy while a job holds it
 */
export async function restoreFor(
  device: ManagedDevice,
  { snapshotId }: Asked<"restore">,
  services: HostServices,
): Promise<RestoreAnswer> {
  using _turn = await device.lane.enter();
  const snapshot = await shown(device, snapshotId, services);
  if (device.lease !== null) throw busy(device);
  if (device.quarantinedBy === "operator") return bringBack(device, snapshot, services);
  return heldForPerson(device, services, "restored a snapshot", () => bringBack(device, snapshot, services));
}

/** In no lane: nothing is done on the device itself. */
export const forkFor = async (
  device: ManagedDevice,
  { snapshotId, count }: Asked<"fork">,
  services: HostServices,
): Promise<ForkAnswer> => forkDevice(device, await shown(device, snapshotId, services), count, services);

export async function removeFor(
  device: ManagedDevice,
  { snapshotId }: Asked<"removeSnapshot">,
  services: HostServices,
): Promise<Snapshot> {
  const snapshot = await found(device, snapshotId, services);
  await dropSnapshot(device, snapshot, services);
  return snapshot;
}

async function found(
  { deviceId }: ManagedDevice,
  snapshotId: SnapshotId,
  { tenantId, repositories }: HostServices,
): Promise<Snapshot> {
  const kept = await repositories.snapshots.listByDevice(tenantId, deviceId);
  const snapshot = kept.find((one) => one.snapshotId === snapshotId);
  if (snapshot !== undefined) return snapshot;
  throw new DroverError("NotFound", `Device '${deviceId}' has no snapshot '${snapshotId}'.`);
}

/** Nobody masks what a person sees of a device that no job holds. */
async function shown(
  device: ManagedDevice,
  snapshotId: SnapshotId,
  services: HostServices,
): Promise<Snapshot> {
  const snapshot = await found(device, snapshotId, services);
  if (!snapshot.holdsSecrets) return snapshot;
  throw new DroverError("SnapshotPrivate", `A secret had been typed when snapshot ${snapshotId} was taken.`);
}
