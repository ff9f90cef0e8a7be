import { Snapshot, SnapshotId } from "../../contracts/device/snapshot.ts";
import type { DeviceId, TenantId } from "../../contracts/values/ids.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { readPage } from "../table/read-page.ts";
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

/** What is known of snapshots; they themselves lie with their devices. One that is out of date counts as gone. */
export function createSnapshotRepository(access: TableAccess) {
  const entity = createSnapshotEntity(access);
  const current = (snapshots: readonly Snapshot[]): readonly Snapshot[] => {
    const at = access.now().toISOString();
    return snapshots.filter(({ expiresAt }) => expiresAt > at);
  };
  return {
    async put(snapshot: Snapshot): Promise<void> {
      const item = checked(Snapshot, snapshot, "a snapshot");
      const deleteAfter = Math.ceil(Date.parse(item.expiresAt) / 1_000);
      await storageCall("record the snapshot", () => entity.put({ ...item, deleteAfter }).go());
    },

    /** By the index, which follows the table after a moment. */
    async find(tenantId: TenantId, snapshotId: SnapshotId): Promise<Snapshot | null> {
      const { data } = await storageCall("read the snapshot", () =>
        entity.query
          .byTenant({ tenantId })
          .between({ snapshotId }, { snapshotId })
          .go({ limit: 1, hydrate: true }),
      );
      return current(data.map(parseSnapshot))[0] ?? null;
    },

    /** Newest first. */
    async list(tenantId: TenantId, request: PageRequest): Promise<Page<Snapshot>> {
      const list = `${tenantId}/snapshots`;
      const before =
        request.cursor === undefined ? undefined : decodeCursor(list, request.cursor, SnapshotId);
      const all = entity.query.byTenant({ tenantId });
      const from = before === undefined ? all : all.lt({ snapshotId: before });
      const page = await readPage({
        operation: "list the snapshots",
        request,
        find: (limit) => from.go({ order: "desc", limit, hydrate: true }),
        parse: parseSnapshot,
        place: (snapshot) => snapshot.snapshotId,
        newestFirst: true,
        cursorAfter: ({ snapshotId }) => encodeCursor(list, snapshotId),
      });
      return { ...page, items: current(page.items) };
    },

    /** One device's that are not out of date, oldest first; a device has few. */
    async listByDevice(tenantId: TenantId, deviceId: DeviceId): Promise<readonly Snapshot[]> {
      const { data } = await storageCall("list the device's snapshots", () =>
        entity.query.primary({ tenantId, deviceId }).go({ pages: "all", consistent: true }),
      );
      return current(data.map(parseSnapshot));
    },

    async remove({
      tenantId,
      deviceId,
      snapshotId,
    }: Pick<Snapshot, "tenantId" | "deviceId" | "snapshotId">): Promise<void> {
      await storageCall("remove the snapshot's record", () =>
        entity.delete({ tenantId, deviceId, snapshotId }).go(),
      );
    },
  };
}
