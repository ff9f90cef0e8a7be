import { type TaskRun, TaskRuns } from "../../contracts/batch/task-runs.ts";
import { TaskId } from "../../contracts/values/batch-ids.ts";
import type { TenantId } from "../../contracts/values/ids.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { withRuns } from "../../rules/batch/with-runs.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { readPage } from "../table/read-page.ts";
import { conditionalCall, storageCall } from "../table/storage-call.ts";
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

/** What tasks came to over time. */
export function createTaskRunsRepository(access: TableAccess) {
  const entity = createTaskRunsEntity(access);
  const get = async (tenantId: TenantId, taskId: TaskId): Promise<TaskRuns | null> => {
    const { data } = await storageCall("read the task's runs", () =>
      entity.get({ tenantId, taskId }).go({ consistent: true }),
    );
    return data === null ? null : parse(data);
  };
  return {
    get,

    /** What a batch added, in place of what it had added before. Answers what is kept of the task then. */
    async add(tenantId: TenantId, taskId: TaskId, runs: readonly TaskRun[]): Promise<TaskRuns> {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const stored = await get(tenantId, taskId);
        const revision = stored?.revision ?? 0;
        const all = withRuns(stored?.runs ?? [], runs);
        const given = { schemaVersion: 1, tenantId, taskId, revision: revision + 1, runs: all };
        const item = checked(TaskRuns, given, "a task's runs");
        const write =
          stored === null
            ? entity.create(item)
            : entity.put(item).where((kept, is) => is.eq(kept.revision, revision));
        if ((await conditionalCall("keep the task's runs", () => write.go())) !== null) return item;
      }
      throw new DroverError(
        "StorageUnavailable",
        `The runs of task ${taskId} are changed by too many at once.`,
      );
    },

    /** By task. */
    async list(tenantId: TenantId, request: PageRequest): Promise<Page<TaskRuns>> {
      const list = `${tenantId}/tasks`;
      const after = request.cursor === undefined ? undefined : decodeCursor(list, request.cursor, TaskId);
      const all = entity.query.byTenant({ tenantId });
      const from = after === undefined ? all : all.gt({ taskId: after });
      return readPage({
        operation: "list the tasks",
        request,
        find: (limit) => from.go({ limit, hydrate: true }),
        parse,
        place: ({ taskId }) => taskId,
        newestFirst: false,
        cursorAfter: ({ taskId }) => encodeCursor(list, taskId),
      });
    },
  };
}
