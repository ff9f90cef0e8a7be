import { errorFields } from "#agent/environment/runtime-logger.ts";
import { endedJob } from "#agent/job/end-lost-job.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { ItemTurn, SettleItemInput } from "#shared/contracts/workflow/batch-run.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { taskTimeKey } from "#shared/storage/jobs/task-history-repository.ts";
import { type BatchRunState, readBatch } from "./batch-run-state.ts";
import { endedAttempt } from "./ended-attempt.ts";
import { itemTurn } from "./item-turn.ts";
import { retryOf } from "./take-rules.ts";

type SettleRuntime = Runtime<"settle-item">;

const mostReads = 10;

/**
 * Stores the job's result in the item, idempotently, and returns whether it is retried. A job whose
 * execution failed is ended here as inconclusive: nothing else would, and every job has exactly one outcome.
 */
export async function settleItem(input: SettleItemInput, runtime: SettleRuntime): Promise<ItemTurn> {
  const { tenantId, jobId } = input;
  const found = await runtime.repositories.jobs.get(tenantId, jobId);
  if (found === null) throw new DroverError("NotFound", `There is no job ${jobId}.`);
  const job = await endedJob(found, input.error, runtime);
  for (let reads = 0; reads < mostReads; reads += 1) {
    const turn = await lookAndSettle(input, job, runtime);
    if (turn !== null) return turn;
  }
  throw new DroverError(
    "StorageUnavailable",
    `Too many requests change item ${input.entry.itemKey} at once.`,
  );
}

async function lookAndSettle(
  input: SettleItemInput,
  job: Job,
  runtime: SettleRuntime,
): Promise<ItemTurn | null> {
  const { tenantId, batchId, entry } = input;
  const { batchItems } = runtime.repositories;
  const [{ batch, standing }, kept] = await Promise.all([
    readBatch(input, runtime),
    batchItems.get(tenantId, batchId, entry.itemKey),
  ]);
  const at = kept?.item.attempts.findIndex(({ jobId }) => jobId === job.jobId) ?? -1;
  const begun = kept?.item.attempts[at];
  if (kept === null || begun === undefined)
    throw new DroverError("NotFound", `Item ${entry.itemKey} has no job ${job.jobId}.`);
  // Already settled: only a lost signal is sent again.
  if (begun.endedAt !== undefined) return turnAfter(kept.item, input);
  const attempt = await endedAttempt(begun, job, runtime);
  const item = withEnd(kept.item, kept.item.attempts.with(at, attempt), batch, standing);
  if (!(await batchItems.change(kept, item))) return null;
  const { outcome } = attempt;
  runtime.logger.info("settled", { jobId: job.jobId, itemKey: entry.itemKey, outcome, status: item.status });
  await remember(item, runtime);
  return turnAfter(item, input);
}

/** Ended, or to be tried again by rule as long as the batch continues. */
function withEnd(
  item: BatchItem,
  attempts: BatchItem["attempts"],
  { settings }: Batch,
  { may }: BatchRunState,
): BatchItem {
  const retry = may === "stop" ? null : retryOf(settings, { ...item, attempts });
  if (retry === null) return { ...item, attempts, status: "ended" };
  const reason = `Retried after attempt ${attempts.length}: ${attempts.at(-1)?.outcome}.`;
  return { ...item, attempts, status: "deferred", deferredFor: retry, reason };
}

const turnAfter = (item: BatchItem, { entry, kind }: SettleItemInput): ItemTurn =>
  item.status === "deferred" && (item.deferredFor === "retry" || kind === "alone")
    ? itemTurn("again", entry, item, {})
    : itemTurn("end", entry, item, {});

/** How long it took, for the order of later batches. Not worth failing for. */
async function remember(item: BatchItem, { repositories, logger }: SettleRuntime): Promise<void> {
  const { tenantId, taskId, variant, attempts, status } = item;
  const { deviceMilliseconds = 0 } = attempts.at(-1) ?? {};
  if (status !== "ended" || deviceMilliseconds === 0) return;
  await repositories.taskHistory
    .note(tenantId, taskTimeKey(taskId, variant), deviceMilliseconds)
    .catch((error: unknown) => logger.warn("a task's duration was not stored", errorFields(error)));
}
