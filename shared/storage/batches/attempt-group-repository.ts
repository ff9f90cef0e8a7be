import { AttemptGroup, type SnapshotId } from "../../contracts/device/snapshot.ts";
import type { BatchId, TenantId } from "../../contracts/values/ids.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { storageCall, wrote } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

const createGroupEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("attemptGroup"),
      attributes: {
        ...attributesOf(AttemptGroup),
        tenantId: keyPart,
        batchId: keyPart,
        taskId: keyPart,
        group: keyPart,
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "batchId"], "{tenantId}#batch#{batchId}"),
          sk: keyTemplate("sk", ["taskId", "group"], "group#{taskId}#{group}"),
        },
      },
    },
    entityConfig(access),
  );

export interface GroupKey extends Pick<AttemptGroup, "taskId" | "group"> {
  readonly tenantId: TenantId;
  readonly batchId: BatchId;
}

/** From where the attempts of a group begin: prepared by the first of them. */
export function createAttemptGroupRepository(access: TableAccess) {
  const entity = createGroupEntity(access);
  return {
    async get({ tenantId, batchId, taskId, group }: GroupKey): Promise<AttemptGroup | null> {
      const { data } = await storageCall("read the group's start", () =>
        entity.get({ tenantId, batchId, taskId, group }).go({ consistent: true }),
      );
      return data === null ? null : checked(AttemptGroup, data, "a stored group");
    },

    /** False: another has done so first. `instead`: of this one, which is gone. */
    async prepared(group: AttemptGroup, instead: SnapshotId | null): Promise<boolean> {
      const item = checked(AttemptGroup, group, "a group");
      return wrote("store the group's start", () =>
        entity
          .put(item)
          .where((stored, is) =>
            instead === null ? is.notExists(stored.snapshotId) : is.eq(stored.snapshotId, instead as string),
          )
          .go(),
      );
    },
  };
}
