import type { Services } from "#agent/runtime/services.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import type { ScheduleRun } from "#shared/contracts/batch/schedule.ts";
import type { DiffSide, ScheduleDiff } from "#shared/contracts/batch/schedule-diff.ts";
import type { TaskRun } from "#shared/contracts/batch/task-runs.ts";
import { scheduleDiffKey } from "#shared/contracts/farm/keys.ts";
import type { TaskId } from "#shared/contracts/values/batch-ids.ts";
import { hasEnded } from "#shared/rules/batch/has-ended.ts";
import { gatherStatistics } from "#shared/rules/statistics/batch-statistics.ts";
import { scheduleFinished } from "#shared/rules/webhook-facts.ts";
import { freeSchedule } from "./begin-run.ts";
import { diffRuns } from "./diff-runs.ts";
import { noteTaskRuns } from "./note-task-runs.ts";

interface Ran {
  readonly run: ScheduleRun;
  readonly batch: Batch;
  readonly items: readonly BatchItem[];
}

/**
 * Stores a scheduled batch's results in its run, with the changes against the last finished run. Idempotent:
 * what ended the batch asks, and the look of every minute for those that it did not.
 */
export async function settleRun(
  batch: Batch,
  history: ReadonlyMap<TaskId, readonly TaskRun[]> | null,
  runtime: Services,
): Promise<ScheduleRun | null> {
  if (batch.schedule === undefined || !hasEnded(batch)) return null;
  const { scheduleId, runId } = batch.schedule;
  const { scheduleRuns } = runtime.repositories;
  const run = await scheduleRuns.get(batch.tenantId, scheduleId, runId);
  if (run === null || (run.status !== "running" && run.status !== "starting")) return run;
  const diff = batch.lineCount === 0 ? null : await diffOf({ run, batch }, history, runtime);
  const change = diff === null ? withoutItems(batch) : await withDiff(run, batch, diff, runtime);
  const finishedAt = batch.finishedAt ?? runtime.now().toISOString();
  const { batchId } = batch;
  const ended = await scheduleRuns.end(run, { batchId, finishedAt, ...change }, async () =>
    scheduleFinished(run, batchId, diff),
  );
  if (ended !== null && runtime.tracing.isOn) {
    const { tellScheduleTrace } = await import("#agent/tracing/tell-schedule-trace.ts");
    tellScheduleTrace(ended, batch, runtime);
  }
  await freeSchedule(run, runtime);
  runtime.logger.info("a schedule's run ended", { schedule: run.name, runId, status: change.status });
  return ended;
}

const withoutItems = ({ status, statusReason, problems }: Batch) => ({
  status: "failed" as const,
  reason: [
    `Its batch was ${status}.`,
    ...(statusReason === undefined ? [] : [statusReason]),
    ...problems.slice(0, 3).map(({ line, field, message }) => `Line ${line}: ${field}: ${message}`),
  ]
    .join(" ")
    .slice(0, 1_000),
});

async function diffOf(
  { run, batch }: Pick<Ran, "run" | "batch">,
  history: ReadonlyMap<TaskId, readonly TaskRun[]> | null,
  runtime: Services,
): Promise<ScheduleDiff> {
  const after = { run, batch, items: await itemsOf(batch, runtime) };
  const before = await lastFinished(run, runtime);
  return diffRuns({
    schedule: run.name,
    at: runtime.now().toISOString(),
    status: batch.status,
    before: before && { side: sideOf(before), items: before.items },
    after: { side: sideOf(after), items: after.items },
    // One that failed before it was noted is noted here.
    history: history ?? (await noteTaskRuns(batch, after.items, runtime)),
    quarantined: new Set(batch.quarantined),
  });
}

async function withDiff(
  run: ScheduleRun,
  batch: Batch,
  diff: ScheduleDiff,
  runtime: Pick<Services, "artifacts">,
): Promise<Partial<ScheduleRun> & Pick<ScheduleRun, "status">> {
  const diffKey = scheduleDiffKey(run.tenantId, run.scheduleId, run.runId);
  await runtime.artifacts.put(diffKey, JSON.stringify(diff), "application/json");
  const { runs, successes, costUsd } = diff.after;
  return {
    ...endOf(batch),
    diffKey,
    changes: diff.counts,
    figures: { runs, successes, costUsd },
    ...(diff.before === null ? {} : { comparedWith: diff.before.runId }),
  };
}

/** One that was cancelled or failed is not what the next is compared with. */
const endOf = ({ status, statusReason }: Batch) =>
  status === "finished"
    ? { status: "finished" as const, reason: undefined }
    : {
        status: "failed" as const,
        reason: `Its batch was ${status}. ${statusReason ?? ""}`.trim().slice(0, 1_000),
      };

async function itemsOf(
  { tenantId, batchId }: Batch,
  { repositories }: Pick<Services, "repositories">,
): Promise<readonly BatchItem[]> {
  const items: BatchItem[] = [];
  for await (const { item } of repositories.batchItems.all(tenantId, batchId)) items.push(item);
  return items;
}

const mostLookedBack = 50;

/** The last run before this one that came to its end, if its batch is still kept. */
async function lastFinished(run: ScheduleRun, runtime: Services): Promise<Ran | null> {
  const { scheduleRuns, batches } = runtime.repositories;
  const { items } = await scheduleRuns.list(run.tenantId, run.scheduleId, {
    before: run.runId,
    limit: mostLookedBack,
  });
  for (const earlier of items) {
    if (earlier.status !== "finished" || earlier.batchId === undefined) continue;
    const batch = await batches.get(run.tenantId, earlier.batchId);
    if (batch === null) return null;
    return { run: earlier, batch, items: await itemsOf(batch, runtime) };
  }
  return null;
}

function sideOf({ run, batch, items }: Ran): DiffSide {
  const { add, result } = gatherStatistics();
  for (const item of items) add(item);
  const { success, costUsd, unpricedAttempts } = result().all;
  const { batchId, startedAt, finishedAt } = batch;
  const milliseconds =
    startedAt && finishedAt ? Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt)) : null;
  const { runs, successes } = success;
  const cost = unpricedAttempts > 0 ? null : costUsd;
  return { runId: run.runId, batchId, batchName: batch.name, runs, successes, costUsd: cost, milliseconds };
}
