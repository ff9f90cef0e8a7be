import type { Trajectory } from "../../contracts/api/trajectory.ts";
import type { ItemAttempt } from "../../contracts/batch/batch-item.ts";
import { BatchItemKey, TaskId, VariantName } from "../../contracts/values/batch-ids.ts";
import { BatchId } from "../../contracts/values/ids.ts";
import { defined } from "../../values/defined.ts";
import type { ResultItem } from "../batch-results/result-source.ts";
import { failedBy } from "../judging/failed-by.ts";

const longestReason = 300;
const noLine = BatchItemKey.parse("0".repeat(20));

/** A job that was submitted by itself, as results have one of a batch: its own batch. */
export function jobAsItem({ job, steps }: Trajectory): ResultItem {
  const { jobId, batch, outcome } = job;
  return {
    schemaVersion: 1,
    batchId: batch?.batchId ?? BatchId.parse(jobId),
    itemKey: batch?.itemKey ?? noLine,
    line: 1,
    taskId: batch?.taskId ?? TaskId.parse(jobId),
    variant: batch?.variant ?? VariantName.parse(job.models.agent.model ?? "default"),
    epoch: batch?.epoch ?? 1,
    tags: [],
    weight: 1,
    status: outcome === undefined ? "running" : "ended",
    attempts: [attemptOf(job, steps.length)],
  };
}

function attemptOf(job: Trajectory["job"], steps: number): ItemAttempt {
  const { usage, metrics, outcomeReason } = job;
  return {
    jobId: job.jobId,
    attempt: job.batch?.attempt ?? 1,
    startedAt: job.createdAt,
    ...defined({
      endedAt: job.finishedAt,
      outcome: job.outcome,
      outcomeReason: outcomeReason?.slice(0, longestReason).toWellFormed(),
      failedCheck: failedBy(job),
      deviceId: job.deviceId,
      hostId: job.hostId,
      costUsd: usage.costUsd,
      progress: job.progress,
      falseComplete: job.falseComplete,
      sideEffects: job.sideEffectCount,
      questions: metrics?.questions,
    }),
    steps,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    wallMilliseconds: metrics?.totalMilliseconds ?? 0,
    queuedMilliseconds: metrics?.queuedMilliseconds ?? 0,
    deviceMilliseconds: job.heldMilliseconds,
  };
}
