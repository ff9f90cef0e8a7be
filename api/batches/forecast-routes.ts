import { stageOf } from "#agent/environment/stage-of.ts";
import { farmModels } from "#agent/models/configured-models.ts";
import { costUsd } from "#agent/models/cost-of.ts";
import type { Services } from "#agent/runtime/services.ts";
import { plannedTasks } from "#batches/forecast/batch-forecast.ts";
import { makeForecast } from "#batches/forecast/make-forecast.ts";
import { wantsRetry } from "#batches/items/wants-retry.ts";
import type { PlannedTask } from "#shared/contracts/api/responses/forecast-response.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Batch, RetryChoice } from "#shared/contracts/batch/batch.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { defined } from "#shared/values/defined.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { findBatch } from "./find-batch.ts";

export const forecastBatch: RouteHandler<Routes["forecastBatch"]> = async ({ tenantId, body }, runtime) => {
  const { tasks, batchId, which, ...asked } = body;
  const batch = batchId === undefined ? undefined : await findBatch(tenantId, batchId, runtime);
  const planned = batch === undefined ? (tasks ?? []) : await rerun(batch, which, runtime);
  const { prices } = await farmModels(runtime.environment);
  const priceOf = (model: string, inputTokens: number, outputTokens: number): number | undefined =>
    costUsd(model, { inputTokens, outputTokens, cachedTokens: 0, cacheWrittenTokens: 0 }, prices);
  const settings = defined({ concurrency: batch?.settings.concurrency, retry: batch?.settings.retry });
  return makeForecast(
    { tenantId, stage: stageOf(runtime), priceOf },
    planned,
    { ...settings, ...defined(asked) },
    runtime,
  );
};

/** The items that a retry now would run again. @throws InvalidRequest when it would run none */
async function rerun(
  batch: Batch,
  which: RetryChoice,
  { repositories, now }: Pick<Services, "repositories" | "now">,
): Promise<readonly PlannedTask[]> {
  const order = { retries: [{ at: now().toISOString(), which }] };
  const lines: Pick<PlannedTask, "taskId" | "variant" | "model">[] = [];
  for await (const { item } of repositories.batchItems.all(batch.tenantId, batch.batchId))
    if (wantsRetry(order, item))
      lines.push({
        taskId: item.taskId,
        variant: item.variant,
        ...defined({ model: item.attempts.at(-1)?.model }),
      });
  if (lines.length > 0) return plannedTasks(lines);
  throw invalidRequest([
    fieldError(
      "which",
      which,
      `selects no job of batch ${batch.batchId}: give another of failed, inconclusive and all`,
    ),
  ]);
}
