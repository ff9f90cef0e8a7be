import { GatheringTurn } from "../../contracts/agent/gathering-turn.ts";
import type { TenantId } from "../../contracts/values/ids.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";
import { writeRevision } from "../table/write-revision.ts";

const createTurnEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("gatheringTurn"),
      attributes: { ...attributesOf(GatheringTurn), tenantId: keyPart },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId"], "{tenantId}#gathering"),
          sk: keyTemplate("sk", [], "turn"),
        },
      },
    },
    entityConfig(access),
  );

/** Of each tenant, which job with roles gathers its devices. */
export function createGatheringTurnRepository(access: TableAccess) {
  const entity = createTurnEntity(access);
  return {
    async get(tenantId: TenantId): Promise<GatheringTurn | null> {
      const { data } = await storageCall("read whose turn it is to gather", () =>
        entity.get({ tenantId }).go({ consistent: true }),
      );
      return data === null ? null : checked(GatheringTurn, data, "a stored turn to gather");
    },

    /** False when it is not any more what was read: `before` is its revision then, 0 for none. */
    write: (turn: GatheringTurn, before: number): Promise<boolean> =>
      writeRevision(
        "write whose turn it is to gather",
        entity,
        checked(GatheringTurn, turn, "a turn to gather"),
        before,
      ),
  };
}
