import { createHash } from "node:crypto";
import { SnapshotId } from "#shared/contracts/device/snapshot.ts";
import type { DeviceId, HostId } from "#shared/contracts/values/ids.ts";

/** As the device's console knows it. Hosts may share what keeps snapshots: the name says whose it is. */
export const snapshotName = (hostId: HostId, snapshotId: SnapshotId): string =>
  `drover-${hostId}-${snapshotId}`;

/** Of one that this host has made; null: it is somebody else's. */
export function snapshotIdOf(hostId: HostId, name: string): SnapshotId | null {
  const prefix = snapshotName(hostId, "" as SnapshotId);
  if (!name.startsWith(prefix)) return null;
  return SnapshotId.safeParse(name.slice(prefix.length)).data ?? null;
}

/** Of the device as it was proved clean: one each. Phones of one server share their snapshots; a device's id is longer than names may be. */
export const cleanSnapshotName = (deviceId: DeviceId): string =>
  `drover-clean-${createHash("sha256").update(deviceId).digest("hex").slice(0, 32)}`;

/** Which fields secrets had been typed into when it was taken, in the host's journal. */
export const typedNote = (snapshotId: SnapshotId): string => `${snapshotId}#typed`;
