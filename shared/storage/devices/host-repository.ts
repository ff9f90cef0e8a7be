import { Host } from "../../contracts/device/host.ts";
import { HostId, type TenantId, type Timestamp } from "../../contracts/values/ids.ts";
import { forgetAfter } from "../../rules/retention.ts";
import type { Page, PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, forgotten, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { readList } from "../table/read-page.ts";
import { readItem, storageCall, wrote } from "../table/storage-call.ts";
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

type HostEntity = ReturnType<typeof createHostEntity>;

export const createHostRepository = (access: TableAccess) =>
  operationsOn(createHostEntity(access), { put, heartbeat, removeSilent, remove, get, list });

/** Registers the host as it starts. */
async function put(entity: HostEntity, host: Host): Promise<void> {
  const item = checked(Host, host, "a host");
  await storageCall("register the host", () => entity.put(item).go());
}

/** False when the host was never registered. */
async function heartbeat(
  entity: HostEntity,
  tenantId: TenantId,
  hostId: HostId,
  now: { state: Host["state"]; stateReason?: string | undefined; deviceCount: number; at: Timestamp },
): Promise<boolean> {
  const { state, stateReason, deviceCount, at } = now;
  return wrote("record the host's heartbeat", () =>
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
}

/** Forgets a host that has said nothing since then. False: it has, or is forgotten already. */
const removeSilent = (entity: HostEntity, tenantId: TenantId, hostId: HostId, since: Timestamp) =>
  wrote("remove the host", () =>
    entity
      .remove({ tenantId, hostId })
      .where((host, is) => is.lt(host.heartbeatAt, since))
      .go(),
  );

/** Forgets a host that says itself that it does not come back. */
async function remove(entity: HostEntity, tenantId: TenantId, hostId: HostId): Promise<void> {
  await storageCall("remove the host", () => entity.delete({ tenantId, hostId }).go());
}

const get = (entity: HostEntity, tenantId: TenantId, hostId: HostId) =>
  readItem("read the host", parseHost, entity.get({ tenantId, hostId }));

async function list(entity: HostEntity, tenantId: TenantId, request: PageRequest): Promise<Page<Host>> {
  return readList(request, {
    operation: "list the hosts",
    list: `${tenantId}/hosts`,
    all: entity.query.byTenant({ tenantId }),
    how: { hydrate: true },
    by: "hostId",
    values: HostId,
    parse: parseHost,
  });
}
