import { Host } from "../../contracts/device/host.ts";
import { HostId, type TenantId, type Timestamp } from "../../contracts/values/ids.ts";
import { forgetAfter } from "../../rules/retention.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, forgotten, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { readPage } from "../table/read-page.ts";
import { conditionalCall, storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

const createHostEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("host"),
      attributes: {
        ...attributesOf(Host),
        tenantId: keyPart,
        hostId: keyPart,
        deleteAfter: forgotten(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "hostId"], "{tenantId}#host#{hostId}"),
          sk: keyTemplate("sk", [], "host"),
        },
        byTenant: {
          index: "gsi1",
          projection: "keys_only",
          pk: keyTemplate("gsi1pk", ["tenantId"], "{tenantId}#hosts"),
          sk: keyTemplate("gsi1sk", ["hostId"], "{hostId}"),
        },
      },
    },
    entityConfig(access),
  );

const parseHost = (found: unknown): Host => checked(Host, found, "a stored host");

export function createHostRepository(access: TableAccess) {
  const entity = createHostEntity(access);
  return {
    /** Registers the host as it starts. */
    async put(host: Host): Promise<void> {
      const item = checked(Host, host, "a host");
      await storageCall("register the host", () => entity.put(item).go());
    },

    /** False when the host was never registered. */
    async heartbeat(
      tenantId: TenantId,
      hostId: HostId,
      now: { state: Host["state"]; stateReason?: string | undefined; deviceCount: number; at: Timestamp },
    ): Promise<boolean> {
      const { state, stateReason, deviceCount, at } = now;
      const beaten = await conditionalCall("record the host's heartbeat", () =>
        entity
          .patch({ tenantId, hostId })
          .data((host, set) => {
            set.set(host.state, state);
            set.set(host.deviceCount, deviceCount);
            set.set(host.heartbeatAt, at);
            set.set(host.deleteAfter, forgetAfter(new Date(at)));
            if (stateReason === undefined) set.remove(host.stateReason);
            else set.set(host.stateReason, stateReason.slice(0, 300));
          })
          .go(),
      );
      return beaten !== null;
    },

    /** Forgets a host that has said nothing since then. False: it has, or is forgotten already. */
    async removeSilent(tenantId: TenantId, hostId: HostId, since: Timestamp): Promise<boolean> {
      const removed = await conditionalCall("forget the host", () =>
        entity
          .remove({ tenantId, hostId })
          .where((host, is) => is.lt(host.heartbeatAt, since))
          .go(),
      );
      return removed !== null;
    },

    /** Forgets a host that says itself that it does not come back. */
    async remove(tenantId: TenantId, hostId: HostId): Promise<void> {
      await storageCall("forget the host", () => entity.delete({ tenantId, hostId }).go());
    },

    async get(tenantId: TenantId, hostId: HostId): Promise<Host | null> {
      const { data } = await storageCall("read the host", () =>
        entity.get({ tenantId, hostId }).go({ consistent: true }),
      );
      return data === null ? null : parseHost(data);
    },

    async list(tenantId: TenantId, request: PageRequest): Promise<Page<Host>> {
      const list = `${tenantId}/hosts`;
      const after = request.cursor === undefined ? undefined : decodeCursor(list, request.cursor, HostId);
      const all = entity.query.byTenant({ tenantId });
      const from = after === undefined ? all : all.gt({ hostId: after });
      return readPage({
        operation: "list the hosts",
        request,
        find: (limit) => from.go({ limit, hydrate: true }),
        parse: parseHost,
        place: (host) => host.hostId,
        newestFirst: false,
        cursorAfter: (host) => encodeCursor(list, host.hostId),
      });
    },
  };
}
