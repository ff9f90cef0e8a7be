import { type TaskRun, TaskRuns } from "../../contracts/batch/task-runs.ts";
import { TaskId } from "../../contracts/values/batch-ids.ts";
import type { TenantId } from "../../contracts/values/ids.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { withRuns } from "../../rules/batch/with-runs.ts";
import type { Page, PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { readList } from "../table/read-page.ts";
import { conditionalCall, readItem } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

/** One item a task, with its last runs: a page that shows many tasks reads no more than those. */
const createTaskRunsEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("taskRuns"),
      attributes: {
        ...attributesOf(TaskRuns),
        tenantId: keyPart,
        taskId: keyPart,
        revision: { type: "number" },
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "taskId"], "{tenantId}#task#{taskId}"),
          sk: keyTemplate("sk", [], "taskRuns"),
        },
        byTenant: {
          index: "gsi1",
          projection: "keys_only",
          pk: keyTemplate("gsi1pk", ["tenantId"], "{tenantId}#tasks"),
          sk: keyTemplate("gsi1sk", ["taskId"], "{taskId}"),
        },
      },
    },
    entityConfig(access),
  );

const parse = (found: unknown): TaskRuns => checked(TaskRuns, found, "a task's stored runs");
const mostTries = 10;

type TaskRunsEntity = ReturnType<typeof createTaskRunsEntity>;

/** What tasks came to over time. */
export const createTaskRunsRepository = (access: TableAccess) =>
  operationsOn(createTaskRunsEntity(access), { get, add, list });

const get = (entity: TaskRunsEntity, tenantId: TenantId, taskId: TaskId) =>
  readItem("read the task's runs", parse, entity.get({ tenantId, taskId }));

/** What a batch added, in place of what it had added before. Answers what is kept of the task then. */
async function add(
  entity: TaskRunsEntity,
  tenantId: TenantId,
  taskId: TaskId,
  runs: readonly TaskRun[],
): Promise<TaskRuns> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const stored = await get(entity, tenantId, taskId);
    const revision = stored?.revision ?? 0;
    const all = withRuns(stored?.runs ?? [], runs);
    const given = { schemaVersion: 1, tenantId, taskId, revision: revision + 1, runs: all };
    const item = checked(TaskRuns, given, "a task's runs");
    const write =
      stored === null
        ? entity.create(item)
        : entity.put(item).where((kept, is) => is.eq(kept.revision, revision));
    if ((await conditionalCall("store the task's runs", () => write.go())) !== null) return item;
  }
  throw new DroverError(
    "StorageUnavailable",
    `Too many requests change the runs of task ${taskId} at the same time.`,
  );
}

/** By task. */
async function list(
  entity: TaskRunsEntity,
  tenantId: TenantId,
  request: PageRequest,
): Promise<Page<TaskRuns>> {
  return readList(request, {
    operation: "list the tasks",
    list: `${tenantId}/tasks`,
    all: entity.query.byTenant({ tenantId }),
    how: { hydrate: true },
    by: "taskId",
    values: TaskId,
    parse,
  });
}
