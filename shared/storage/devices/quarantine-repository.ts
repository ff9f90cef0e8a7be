import { QuarantinedTask } from "../../contracts/batch/task-runs.ts";
import type { TaskId } from "../../contracts/values/batch-ids.ts";
import type { TenantId } from "../../contracts/values/ids.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { listItems, readItem, storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

const createQuarantineEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("quarantinedTask"),
      attributes: { ...attributesOf(QuarantinedTask), tenantId: keyPart, taskId: keyPart },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId"], "{tenantId}#quarantine"),
          sk: keyTemplate("sk", ["taskId"], "task#{taskId}"),
        },
      },
    },
    entityConfig(access),
  );

const parse = (found: unknown): QuarantinedTask => checked(QuarantinedTask, found, "a quarantined task");

/** Tasks that are known to be flaky: bounded, since a batch reads them all. */
export function createQuarantineRepository(access: TableAccess) {
  const entity = createQuarantineEntity(access);
  return {
    async put(task: QuarantinedTask): Promise<void> {
      const item = checked(QuarantinedTask, task, "a quarantined task");
      await storageCall("quarantine the task", () => entity.put(item).go());
    },
    async get(tenantId: TenantId, taskId: TaskId): Promise<QuarantinedTask | null> {
      return readItem("read the quarantined task", parse, entity.get({ tenantId, taskId }));
    },
    /** By task. */
    async list(tenantId: TenantId): Promise<readonly QuarantinedTask[]> {
      return listItems("list the quarantined tasks", parse, () =>
        entity.query.primary({ tenantId }).go({ pages: "all", consistent: true }),
      );
    },
    async remove(tenantId: TenantId, taskId: TaskId): Promise<void> {
      await storageCall("remove the task from quarantine", () => entity.delete({ tenantId, taskId }).go());
    },
  };
}
