import type { BatchProgress, BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchCounts } from "#shared/contracts/batch/batch-counts.ts";
import type { BatchBudget } from "#shared/contracts/batch/batch-settings.ts";
import { defined } from "#shared/values/defined.ts";
import { roundUsd } from "#shared/values/round-usd.ts";

const minute = 60_000;
/** A year: later is no expectation. */
const mostMinutes = 525_600;

type ProgressOf = Pick<Batch, "status" | "lineCount" | "startedAt" | "finishedAt" | "before">;

/** How far a batch is by its counts. Its rates are of this run: from its start to its end, or until now. */
export function batchProgress(
  { status, lineCount, startedAt, finishedAt, before }: ProgressOf,
  counts: BatchCounts,
  now: Date,
): BatchProgress {
  const { deferred, skipped, outcomes, attempts, steps } = counts;
  // Nothing runs of one whose execution failed: the next run finds what that left.
  const running = status === "failed" ? 0 : counts.running;
  const ended = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const pending = Math.max(0, lineCount - running - skipped - ended);
  const to = finishedAt === undefined ? now.getTime() : Date.parse(finishedAt);
  const minutes = startedAt === undefined ? 0 : (to - Date.parse(startedAt)) / minute;
  const earlier = before !== undefined && before.startedAt === startedAt ? before : { jobs: 0, steps: 0 };
  const jobs = attempts - counts.running - earlier.jobs;
  const rates =
    minutes > 0 && jobs > 0
      ? { endedPerMinute: jobs / minutes, stepsPerMinute: Math.max(0, steps - earlier.steps) / minutes }
      : { endedPerMinute: undefined, stepsPerMinute: undefined };
  const left = pending + running;
  const minutesLeft = left / (rates.endedPerMinute ?? Number.POSITIVE_INFINITY);
  const isKnown = finishedAt === undefined && left > 0 && minutesLeft > 0 && minutesLeft < mostMinutes;
  const expectedEnd = isKnown ? new Date(now.getTime() + minutesLeft * minute).toISOString() : undefined;
  return {
    // Those that were put off are still to be run.
    pending: Math.max(pending, deferred),
    running,
    ended,
    skipped,
    share: lineCount === 0 ? 0 : Math.min(1, (ended + skipped) / lineCount),
    ...defined({ ...rates, expectedEnd }),
  };
}

/** Of the dimensions that have a budget; never below nothing, though a call may have gone beyond. */
export function budgetLeft(
  { costUsd, tokens, steps, deviceMinutes }: BatchBudget,
  counts: BatchCounts,
): BatchResponse["budgetLeft"] {
  const left = (budget: number | undefined, used: number): number | undefined =>
    budget === undefined ? undefined : Math.max(0, budget - used);
  const usd = left(costUsd, counts.costUsd);
  return defined({
    costUsd: usd === undefined ? undefined : roundUsd(usd),
    tokens: left(tokens, counts.inputTokens + counts.outputTokens),
    steps: left(steps, counts.steps),
    deviceMinutes: left(deviceMinutes, counts.deviceMilliseconds / minute),
  });
}
