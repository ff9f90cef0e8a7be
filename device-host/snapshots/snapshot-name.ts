import type { HostId } from "#shared/contracts/ids.ts";
import { SnapshotId } from "#shared/contracts/snapshot.ts";

/** As the device's console knows it. Hosts may share what keeps snapshots: the name says whose it is. */
export const snapshotName = (hostId: HostId, snapshotId: SnapshotId): string =>
  `drover-${hostId}-${snapshotId}`;

/** Of one that this host has made; null: it is somebody else's. */
export function snapshotIdOf(hostId: HostId, name: string): SnapshotId | null {
  const prefix = snapshotName(hostId, "" as SnapshotId);
  if (!name.startsWith(prefix)) return null;
  return SnapshotId.safeParse(name.slice(prefix.length)).data ?? null;
}
