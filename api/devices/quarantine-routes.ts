import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { mostQuarantined, type QuarantinedTask } from "#shared/contracts/batch/task-runs.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { RouteHandler } from "../http/http-route.ts";

export const listQuarantine: RouteHandler<Routes["listQuarantine"]> = async (
  { tenantId },
  { repositories },
) => ({
  items: [...(await repositories.quarantine.list(tenantId))],
});

/** One that is there already keeps since when it is. */
export const quarantineTask: RouteHandler<Routes["quarantineTask"]> = async (
  { tenantId, parameters, body },
  { repositories, now },
) => {
  const there = await repositories.quarantine.list(tenantId);
  const before = there.find(({ taskId }) => taskId === parameters.task);
  if (before === undefined && there.length >= mostQuarantined)
    throw new DroverError(
      "ScheduleState",
      `${mostQuarantined} tasks are in quarantine already, which is the maximum.`,
    );
  const since = before?.since ?? now().toISOString();
  const task: QuarantinedTask = { schemaVersion: 1, tenantId, taskId: parameters.task, ...body, since };
  await repositories.quarantine.put(task);
  return task;
};

export const unquarantineTask: RouteHandler<Routes["unquarantineTask"]> = async (
  { tenantId, parameters },
  { repositories },
) => {
  const task = await repositories.quarantine.get(tenantId, parameters.task);
  if (task === null) throw new DroverError("NotFound", `Task '${parameters.task}' is not in quarantine.`);
  await repositories.quarantine.remove(tenantId, parameters.task);
  return task;
};
