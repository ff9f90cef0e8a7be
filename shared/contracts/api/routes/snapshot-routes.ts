import * as z from "zod";
import { ForkAnswer, mostForksAtOnce, RestoreAnswer, Snapshot, SnapshotId } from "../../device/snapshot.ts";
import { DeviceId } from "../../values/ids.ts";
import { PageQuery, pageOf } from "../../values/page.ts";
import type { Route } from "./route.ts";
import { device, none } from "./route-parts.ts";

const snapshot = z.strictObject({ id: SnapshotId });

export const SnapshotRequest = Snapshot.pick({ label: true });
export const SnapshotPage = pageOf(Snapshot);
export const SnapshotForkRequest = z.strictObject({ count: z.int().min(1).max(mostForksAtOnce).default(1) });

/** Snapshots of whole devices: saved and restored (docs/snapshots.md). */
export const snapshotRoutes = {
  takeSnapshot: {
    method: "POST",
    path: "/v1/devices/{id}/snapshots",
    scope: "devices:write",
    tag: "devices",
    summary:
      "Take a snapshot of a device as it is now, whoever holds it, if its provider supports that (capability `snapshots`).",
    parameters: device,
    query: none,
    body: SnapshotRequest,
    status: 200,
    response: Snapshot,
    problems: [
      "NotFound",
      "DeviceOffline",
      "DeviceUnsupported",
      "SnapshotFailed",
      "SnapshotsFull",
      "HostTimeout",
    ],
  },
  listSnapshots: {
    method: "GET",
    path: "/v1/snapshots",
    scope: "devices:read",
    tag: "devices",
    summary: "Snapshots that can be restored, newest first; with `device` only those of one device.",
    query: PageQuery.extend({ device: DeviceId.optional() }),
    status: 200,
    response: SnapshotPage,
    problems: [],
  },
  restoreSnapshot: {
    method: "POST",
    path: "/v1/snapshots/{id}/restore",
    scope: "devices:write",
    tag: "devices",
    summary:
      "Restore a snapshot on its device, which no job may hold. If the device is not quarantined, it is cleaned before its next job.",
    parameters: snapshot,
    query: none,
    status: 200,
    response: RestoreAnswer,
    problems: [
      "NotFound",
      "DeviceBusy",
      "DeviceOffline",
      "DeviceUnsupported",
      "SnapshotFailed",
      "SnapshotGone",
      "SnapshotPrivate",
      "HostTimeout",
    ],
  },
  forkSnapshot: {
    method: "POST",
    path: "/v1/snapshots/{id}/fork",
    scope: "devices:write",
    tag: "devices",
    summary:
      "Create more devices from the snapshot, if its provider supports that (capability `forks`): each is yours as it is, and ends after its job.",
    parameters: snapshot,
    query: none,
    body: SnapshotForkRequest,
    status: 200,
    response: ForkAnswer,
    problems: [
      "NotFound",
      "DeviceOffline",
      "DeviceUnsupported",
      "SnapshotFailed",
      "SnapshotGone",
      "SnapshotPrivate",
      "HostTimeout",
    ],
  },
  removeSnapshot: {
    method: "DELETE",
    path: "/v1/snapshots/{id}",
    scope: "devices:write",
    tag: "devices",
    summary: "Remove a snapshot, here and on its device.",
    parameters: snapshot,
    query: none,
    status: 200,
    response: Snapshot,
    problems: ["NotFound", "DeviceOffline", "SnapshotFailed", "HostTimeout"],
  },
} as const satisfies Record<string, Route>;
