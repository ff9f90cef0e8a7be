import { Snapshot, SnapshotId } from "../../contracts/device/snapshot.ts";
import type { DeviceId, TenantId } from "../../contracts/values/ids.ts";
import type { Page, PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { readList } from "../table/read-page.ts";
import { storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";
import { timeToLiveAttribute } from "../table/table-definition.ts";

const createSnapshotEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("snapshot"),
      attributes: {
        ...attributesOf(Snapshot),
        tenantId: keyPart,
        deviceId: keyPart,
        snapshotId: keyPart,
        deleteAfter: { type: "number", field: timeToLiveAttribute, hidden: true },
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "deviceId"], "{tenantId}#device#{deviceId}"),
          sk: keyTemplate("sk", ["snapshotId"], "snapshot#{snapshotId}"),
        },
        byTenant: {
          index: "gsi1",
          projection: "keys_only",
          pk: keyTemplate("gsi1pk", ["tenantId"], "{tenantId}#snapshots"),
          sk: keyTemplate("gsi1sk", ["snapshotId"], "{snapshotId}"),
        },
      },
    },
    entityConfig(access),
  );

const parseSnapshot = (found: unknown): Snapshot => checked(Snapshot, found, "a stored snapshot");

const partsOf = (access: TableAccess) => ({ access, entity: createSnapshotEntity(access) });
type Parts = ReturnType<typeof partsOf>;

/** What is known of snapshots; they themselves lie with their devices. One that is out of date counts as gone. */
export const createSnapshotRepository = (access: TableAccess) =>
  operationsOn(partsOf(access), { put, find, list, listByDevice, remove });

function current({ access }: Parts, snapshots: readonly Snapshot[]): readonly Snapshot[] {
  const at = access.now().toISOString();
  return snapshots.filter(({ expiresAt }) => expiresAt > at);
}

async function put({ entity }: Parts, snapshot: Snapshot): Promise<void> {
  const item = checked(Snapshot, snapshot, "a snapshot");
  const deleteAfter = Math.ceil(Date.parse(item.expiresAt) / 1_000);
  await storageCall("record the snapshot", () => entity.put({ ...item, deleteAfter }).go());
}

/** By the index, which follows the table after a moment. */
async function find(parts: Parts, tenantId: TenantId, snapshotId: SnapshotId): Promise<Snapshot | null> {
  const { data } = await storageCall("read the snapshot", () =>
    parts.entity.query
      .byTenant({ tenantId })
      .between({ snapshotId }, { snapshotId })
      .go({ limit: 1, hydrate: true }),
  );
  return current(parts, data.map(parseSnapshot))[0] ?? null;
}

/** Newest first. */
async function list(parts: Parts, tenantId: TenantId, request: PageRequest): Promise<Page<Snapshot>> {
  const page = await readList(request, {
    operation: "list the snapshots",
    list: `${tenantId}/snapshots`,
    all: parts.entity.query.byTenant({ tenantId }),
    how: { order: "desc", hydrate: true },
    by: "snapshotId",
    values: SnapshotId,
    parse: parseSnapshot,
  });
  return { ...page, items: current(parts, page.items) };
}

/** One device's that are not out of date, oldest first; a device has few. */
async function listByDevice(
  parts: Parts,
  tenantId: TenantId,
  deviceId: DeviceId,
): Promise<readonly Snapshot[]> {
  const { data } = await storageCall("list the device's snapshots", () =>
    parts.entity.query.primary({ tenantId, deviceId }).go({ pages: "all", consistent: true }),
  );
  return current(parts, data.map(parseSnapshot));
}

async function remove(
  { entity }: Parts,
  { tenantId, deviceId, snapshotId }: Pick<Snapshot, "tenantId" | "deviceId" | "snapshotId">,
): Promise<void> {
  await storageCall("remove the snapshot's record", () =>
    entity.delete({ tenantId, deviceId, snapshotId }).go(),
  );
}
