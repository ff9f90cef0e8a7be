import { RoleBoard } from "../../contracts/job/role-board.ts";
import type { JobId, TenantId } from "../../contracts/values/ids.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";
import { writeRevision } from "../table/write-revision.ts";

const createBoardEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("roleBoard"),
      attributes: {
        ...attributesOf(RoleBoard),
        tenantId: keyPart,
        jobId: keyPart,
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "jobId"], "{tenantId}#job#{jobId}"),
          sk: keyTemplate("sk", [], "roles"),
        },
      },
    },
    entityConfig(access),
  );

/** How the roles of a task stand, in one item of the whole's job. */
export function createRoleBoardRepository(access: TableAccess) {
  const entity = createBoardEntity(access);
  return {
    async get(tenantId: TenantId, jobId: JobId): Promise<RoleBoard | null> {
      const { data } = await storageCall("read the roles", () =>
        entity.get({ tenantId, jobId }).go({ consistent: true }),
      );
      return data === null ? null : checked(RoleBoard, data, "a stored board of roles");
    },

    /** False when it is not any more what was read: `before` is its revision then, 0 for none. */
    write: (board: RoleBoard, before: number): Promise<boolean> =>
      writeRevision("write the roles", entity, checked(RoleBoard, board, "a board of roles"), before),
  };
}
