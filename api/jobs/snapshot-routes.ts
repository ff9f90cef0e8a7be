import { noSuch } from "#agent/runtime/find-job.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Snapshot, SnapshotId } from "#shared/contracts/device/snapshot.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import type { DeviceRequest } from "#shared/contracts/workflow/host-command.ts";
import { askDevice } from "../devices/device-routes.ts";
import type { RouteHandler, RouteResponse } from "../http/http-route.ts";

export const takeSnapshot: RouteHandler<Routes["takeSnapshot"]> = (request, runtime) => {
  const { tenantId, parameters, body } = request;
  return askDevice(tenantId, parameters.id, { type: "snapshot", ...body }, runtime);
};

export const listSnapshots: RouteHandler<Routes["listSnapshots"]> = async ({ tenantId, query }, runtime) => {
  const { device, ...page } = query;
  const { snapshots } = runtime.repositories;
  if (device !== undefined) return { items: (await snapshots.listByDevice(tenantId, device)).toReversed() };
  const found = await snapshots.list(tenantId, page);
  return { ...found, items: [...found.items] };
};

export const restoreSnapshot: RouteHandler<Routes["restoreSnapshot"]> = ({ tenantId, parameters }, runtime) =>
  askOf(tenantId, parameters.id, ({ snapshotId }) => ({ type: "restore", snapshotId }), runtime);

export const forkSnapshot: RouteHandler<Routes["forkSnapshot"]> = (request, runtime) => {
  const { tenantId, parameters, body } = request;
  const { count } = body;
  return askOf(tenantId, parameters.id, ({ snapshotId }) => ({ type: "fork", snapshotId, count }), runtime);
};

export const removeSnapshot: RouteHandler<Routes["removeSnapshot"]> = ({ tenantId, parameters }, runtime) =>
  askOf(tenantId, parameters.id, ({ snapshotId }) => ({ type: "removeSnapshot", snapshotId }), runtime);

/** The host that has the snapshot's device does it. */
async function askOf(
  tenantId: TenantId,
  id: SnapshotId,
  requestOf: (snapshot: Snapshot) => DeviceRequest["request"],
  runtime: Runtime<"api">,
): Promise<RouteResponse> {
  const snapshot = await runtime.repositories.snapshots.find(tenantId, id);
  if (snapshot === null) throw noSuch("snapshot", id);
  return askDevice(tenantId, snapshot.deviceId, requestOf(snapshot), runtime);
}
