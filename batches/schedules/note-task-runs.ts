import type { Services } from "#agent/runtime/services.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { TaskRun } from "#shared/contracts/batch/task-runs.ts";
import type { TaskId } from "#shared/contracts/values/batch-ids.ts";
import type { JudgedItem } from "#shared/rules/statistics/ended-run.ts";
import { inParallel } from "#shared/values/in-parallel.ts";
import { runsOfBatch } from "../task-history/runs-of-batch.ts";

/** Of one batch; what a larger one came to is in its statistics. */
const mostTasks = 10_000;
const atOnce = 25;

/** Adds what a batch came to to its tasks' histories, and answers these as they are then. The same batch again takes its own place. */
export async function noteTaskRuns(
  batch: Batch,
  items: Iterable<JudgedItem>,
  { repositories, logger, now }: Pick<Services, "logger" | "now" | "repositories">,
): Promise<ReadonlyMap<TaskId, readonly TaskRun[]>> {
  const { tenantId, batchId } = batch;
  const all = [...runsOfBatch(batch, items, batch.finishedAt ?? now().toISOString())];
  if (all.length > mostTasks)
    logger.warn("only a part of the batch's tasks was stored in the history", { batchId, tasks: all.length });
  const kept = new Map<TaskId, readonly TaskRun[]>();
  await inParallel(all.slice(0, mostTasks), atOnce, async ([taskId, runs]) => {
    kept.set(taskId, (await repositories.taskRuns.add(tenantId, taskId, runs)).runs);
  });
  return kept;
}
