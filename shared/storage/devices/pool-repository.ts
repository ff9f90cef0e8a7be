import { Pool } from "../../contracts/farm/pool.ts";
import { PoolName, type TenantId, type Timestamp } from "../../contracts/values/ids.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { readPage } from "../table/read-page.ts";
import { conditionalCall, storageCall } from "../table/storage-call.ts";
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

export function createPoolRepository(access: TableAccess) {
  const entity = createPoolEntity(access);
  return {
    /** As shared/storage/make-pool.ts makes it. */
    async put(pool: Pool): Promise<void> {
      const item = checked(Pool, pool, "a pool");
      await storageCall("keep the pool", () => entity.put(item).go());
    },

    /** By a host that serves it. False when there is no such pool any more. */
    async sayApiLevel(tenantId: TenantId, pool: PoolName, apiLevel: number, at: Timestamp): Promise<boolean> {
      const said = await conditionalCall("say the pool's API level", () =>
        entity.patch({ tenantId, pool }).set({ apiLevel, updatedAt: at }).go(),
      );
      return said !== null;
    },

    /** Also when there is none. */
    async remove(tenantId: TenantId, pool: PoolName): Promise<void> {
      await storageCall("remove the pool", () => entity.delete({ tenantId, pool }).go());
    },

    async get(tenantId: TenantId, pool: PoolName): Promise<Pool | null> {
      const { data } = await storageCall("read the pool", () =>
        entity.get({ tenantId, pool: checked(PoolName, pool, "a pool's name") }).go({ consistent: true }),
      );
      return data === null ? null : parsePool(data);
    },

    /** The pools of every tenant, for whoever looks after all. One that a tenant's host spoiled keeps no other from being found. */
    async listAll(): Promise<readonly Pool[]> {
      const { data, unprocessed } = await storageCall("list all pools", () =>
        entity.query.byDeployment({}).go({ pages: "all", hydrate: true }),
      );
      if (unprocessed.length > 0)
        throw new DroverError("StorageUnavailable", "Could not list all pools: some were not read.");
      return data.flatMap((found) => Pool.safeParse(found).data ?? []);
    },

    /** By name, a page at a time. */
    async page(tenantId: TenantId, request: PageRequest): Promise<Page<Pool>> {
      const list = `${tenantId}/pools`;
      const after = request.cursor === undefined ? undefined : decodeCursor(list, request.cursor, PoolName);
      const all = entity.query.primary({ tenantId });
      const from = after === undefined ? all : all.gt({ pool: after });
      return readPage({
        operation: "list the pools",
        request,
        find: (limit) => from.go({ limit, consistent: true }),
        parse: parsePool,
        place: ({ pool }) => pool,
        newestFirst: false,
        cursorAfter: ({ pool }) => encodeCursor(list, pool),
      });
    },

    /** All pools of the tenant, by name. */
    async list(tenantId: TenantId): Promise<readonly Pool[]> {
      const { data } = await storageCall("list the pools", () =>
        entity.query.primary({ tenantId }).go({ pages: "all", consistent: true }),
      );
      return data.map(parsePool);
    },
  };
}
