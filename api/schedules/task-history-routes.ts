import type { Services } from "#agent/runtime/services.ts";
import type { TaskHistory } from "#shared/contracts/api/responses/schedule-response.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { TaskRuns } from "#shared/contracts/batch/task-runs.ts";
import type { TaskId } from "#shared/contracts/values/batch-ids.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { flipFigures, isCandidate, lately } from "#shared/rules/statistics/flip-figures.ts";
import { sumOf } from "#shared/rules/statistics/share.ts";
import type { RouteHandler } from "../http/http-route.ts";

export const listTaskHistories: RouteHandler<Routes["listTaskHistories"]> = async (
  { tenantId, query },
  runtime,
) => {
  const [page, quarantined] = await Promise.all([
    runtime.repositories.taskRuns.list(tenantId, query),
    quarantinedIds(tenantId, runtime),
  ]);
  return { ...page, items: page.items.map((one) => historyView(one, quarantined)) };
};

export const readTaskHistory: RouteHandler<Routes["readTaskHistory"]> = async (
  { tenantId, parameters },
  runtime,
) => {
  const { task } = parameters;
  const found = await runtime.repositories.taskRuns.get(tenantId, task);
  if (found === null) throw new DroverError("NotFound", `No ended batch has a task '${task}'.`);
  return historyView(found, await quarantinedIds(tenantId, runtime));
};

const quarantinedIds = async (
  tenantId: TenantId,
  { repositories }: Pick<Services, "repositories">,
): Promise<ReadonlySet<TaskId>> =>
  new Set((await repositories.quarantine.list(tenantId)).map(({ taskId }) => taskId));

function historyView({ taskId, runs }: TaskRuns, quarantined: ReadonlySet<TaskId>): TaskHistory {
  const { changes, of, flipRate } = flipFigures(runs.slice(-lately));
  const counted = sumOf(runs, (run) => run.runs);
  const isQuarantined = quarantined.has(taskId);
  return {
    taskId,
    runs: [...runs],
    flips: { changes, of, rate: flipRate },
    successRate: counted === 0 ? null : sumOf(runs, ({ successes }) => successes) / counted,
    quarantined: isQuarantined,
    candidate: !isQuarantined && isCandidate(runs),
  };
}
