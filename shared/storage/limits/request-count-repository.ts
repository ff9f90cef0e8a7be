import * as z from "zod";
import { TenantId } from "../../contracts/values/ids.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { wrote } from "../table/storage-call.ts";
import { attributesOf, keyPart } from "../table/stored.ts";

/** What a tenant asked of the API in the window of time that was counted last. */
const RequestCount = z.strictObject({ tenantId: TenantId, window: z.int(), requests: z.int() });

const createRequestCountEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("requestCount"),
      attributes: { ...attributesOf(RequestCount), tenantId: keyPart },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId"], "{tenantId}#requests"),
          sk: keyTemplate("sk", [], "count"),
        },
      },
    },
    entityConfig(access),
  );

interface Counting {
  readonly tenantId: TenantId;
  /** Its number; they follow each other. */
  readonly window: number;
  /** So many more. */
  readonly count: number;
  readonly most: number;
}

export function createRequestCountRepository(access: TableAccess) {
  const entity = createRequestCountEntity(access);

  const begin = async ({ tenantId, window, count }: Counting): Promise<boolean> => {
    return wrote("start counting a tenant's requests", () =>
      entity
        .update({ tenantId })
        .set({ window, requests: count })
        .where((found, is) => `${is.notExists(found.window)} OR ${is.lt(found.window, window)}`)
        .go(),
    );
  };

  return {
    /** False: the window has no room for this many. Functions whose clocks differ count in the later window. */
    async add(counting: Counting): Promise<boolean> {
      const { tenantId, window, count, most } = counting;
      return wrote("count a tenant's requests", () =>
        entity
          .update({ tenantId })
          .data((found, set) => set.add(found.requests, count))
          .where((found, is) => `${is.gte(found.window, window)} AND ${is.lte(found.requests, most - count)}`)
          .go(),
      );
    },
    begin,
  };
}
