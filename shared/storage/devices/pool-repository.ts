import { Pool } from "../../contracts/farm/pool.ts";
import { PoolName, type TenantId, type Timestamp } from "../../contracts/values/ids.ts";
import { DroverError } from "../../errors/drover-error.ts";
import type { Page, PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { readList } from "../table/read-page.ts";
import { listItems, readItem, storageCall, wrote } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

/** A tenant's pools share one partition: there are few, and a submission reads them all. */
const createPoolEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("pool"),
      attributes: { ...attributesOf(Pool), tenantId: keyPart, pool: keyPart },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId"], "{tenantId}#pools"),
          sk: keyTemplate("sk", ["pool"], "pool#{pool}"),
        },
        // Of all tenants: no tenant's key is without its `#`.
        byDeployment: {
          index: "gsi1",
          projection: "keys_only",
          pk: keyTemplate("gsi1pk", [], "pools"),
          sk: keyTemplate("gsi1sk", ["tenantId", "pool"], "{tenantId}#{pool}"),
        },
      },
    },
    entityConfig(access),
  );

const parsePool = (found: unknown): Pool => checked(Pool, found, "a stored pool");

type PoolEntity = ReturnType<typeof createPoolEntity>;

export const createPoolRepository = (access: TableAccess) =>
  operationsOn(createPoolEntity(access), { put, sayApiLevel, remove, get, listAll, page, list });

/** As shared/storage/make-pool.ts makes it. */
async function put(entity: PoolEntity, pool: Pool): Promise<void> {
  const item = checked(Pool, pool, "a pool");
  await storageCall("store the pool", () => entity.put(item).go());
}

/** By a host that serves it. False when there is no such pool any more. */
const sayApiLevel = (
  entity: PoolEntity,
  tenantId: TenantId,
  pool: PoolName,
  apiLevel: number,
  at: Timestamp,
) =>
  wrote("store the pool's API level", () =>
    entity.patch({ tenantId, pool }).set({ apiLevel, updatedAt: at }).go(),
  );

/** Also when there is none. */
async function remove(entity: PoolEntity, tenantId: TenantId, pool: PoolName): Promise<void> {
  await storageCall("remove the pool", () => entity.delete({ tenantId, pool }).go());
}

const get = (entity: PoolEntity, tenantId: TenantId, pool: PoolName) =>
  readItem(
    "read the pool",
    parsePool,
    entity.get({ tenantId, pool: checked(PoolName, pool, "a pool's name") }),
  );

/** The pools of every tenant, for whoever looks after all. One that a tenant's host spoiled keeps no other from being found. */
async function listAll(entity: PoolEntity): Promise<readonly Pool[]> {
  const { data, unprocessed } = await storageCall("list all pools", () =>
    entity.query.byDeployment({}).go({ pages: "all", hydrate: true }),
  );
  if (unprocessed.length > 0)
    throw new DroverError("StorageUnavailable", "Could not list all pools: some were not read.");
  return data.flatMap((found) => Pool.safeParse(found).data ?? []);
}

/** By name, a page at a time. */
async function page(entity: PoolEntity, tenantId: TenantId, request: PageRequest): Promise<Page<Pool>> {
  return readList(request, {
    operation: "list the pools",
    list: `${tenantId}/pools`,
    all: entity.query.primary({ tenantId }),
    how: { consistent: true },
    by: "pool",
    values: PoolName,
    parse: parsePool,
  });
}

/** All pools of the tenant, by name. */
const list = (entity: PoolEntity, tenantId: TenantId) =>
  listItems("list the pools", parsePool, () =>
    entity.query.primary({ tenantId }).go({ pages: "all", consistent: true }),
  );
