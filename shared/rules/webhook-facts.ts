import type { Batch } from "../contracts/batch/batch.ts";
import type { ScheduleRun } from "../contracts/batch/schedule.ts";
import type { ScheduleDiff } from "../contracts/batch/schedule-diff.ts";
import type { Device } from "../contracts/device/device.ts";
import type { Job, JobOutcome } from "../contracts/job/job.ts";
import type { Question } from "../contracts/job/question.ts";
import type { Recovery } from "../contracts/recovery/recovery.ts";
import type { BatchId } from "../contracts/values/ids.ts";
import type { WebhookFact } from "../contracts/webhook/webhook-event.ts";
import { displayText } from "../text/display-text.ts";
import { defined } from "../values/defined.ts";
import { diffMarkdown } from "./schedule/diff-markdown.ts";

/** What webhooks are told of each thing that happens: ids, links and small facts; words of devices and models cut and in one line. */

const mostCharacters = 500;
const line = (text: string): string => displayText(text, mostCharacters);
const jobLinks = (jobId: string) => ({ job: `/v1/jobs/${jobId}`, page: `/jobs/${jobId}` });

/** Which jobs it is about. */
export type EventPlace = Pick<Job, "batch" | "tags">;
const placeOf = ({ batch, tags }: EventPlace) => ({
  ...defined({ batchId: batch?.batchId }),
  tags: [...tags],
});

interface JobEnd {
  readonly outcome: JobOutcome;
  readonly reason: string;
  readonly at: string;
}

/** Null for a part of a workflow or one role of a task, whose end is the whole's business. */
export const jobFinished = (job: Job, { outcome, reason, at }: JobEnd): WebhookFact | null =>
  job.parentJobId !== undefined || job.roleOf !== undefined
    ? null
    : {
        type: "job.finished",
        data: {
          jobId: job.jobId,
          outcome,
          reason: line(reason),
          ...placeOf(job),
          pool: job.pool,
          ...defined({ deviceId: job.deviceId, costUsd: job.usage.costUsd }),
          steps: job.stepCount,
          createdAt: job.createdAt,
          finishedAt: at,
          links: jobLinks(job.jobId),
        },
      };

export const batchFinished = (batch: Batch): WebhookFact | null => {
  const { batchId, name, status, statusReason, lineCount, createdAt, finishedAt } = batch;
  if (status !== "finished" && status !== "cancelled" && status !== "failed" && status !== "refused")
    return null;
  return {
    type: "batch.finished",
    data: {
      ...{ batchId, name, status, lines: lineCount, createdAt },
      ...defined({ reason: statusReason === undefined ? undefined : line(statusReason), finishedAt }),
      links: {
        batch: `/v1/batches/${batchId}`,
        statistics: `/v1/batches/${batchId}/statistics`,
        page: `/batches/${batchId}`,
      },
    },
  };
};

export const questionAsked = (
  { jobId, questionId, text, until, kind, approval }: Question,
  place: EventPlace,
): WebhookFact => {
  const data = { jobId, questionId, text: line(text), until, ...placeOf(place), links: jobLinks(jobId) };
  if (kind === "question") return { type: "question.asked", data };
  return { type: "approval.requested", data: { ...data, action: line(approval?.actions.join("; ") ?? "") } };
};

export const deviceQuarantined = (
  { deviceId, hostId, pool }: Device,
  { by, reason }: { readonly by: "host" | "operator"; readonly reason: string | undefined },
): WebhookFact => ({
  type: "device.quarantined",
  data: {
    ...{ deviceId, hostId, pool, by },
    ...defined({ reason: reason === undefined ? undefined : line(reason) }),
    links: { device: `/v1/devices/${deviceId}/history`, page: `/devices/${deviceId}` },
  },
});

/** Null for one that helped, or that was only to be planned. */
export function recoveryFailed(recovery: Recovery, place: EventPlace): WebhookFact | null {
  const { jobId, recoveryId, outcome, reason } = recovery;
  if (outcome === undefined || outcome === "recovered" || outcome === "planned") return null;
  return {
    type: "recovery.failed",
    data: {
      ...{ jobId, recoveryId, outcome, reason: line(reason ?? "") },
      ...placeOf(place),
      links: { recovery: `/v1/recoveries/${recoveryId}`, ...jobLinks(jobId) },
    },
  };
}

const mostMarkdown = 4_000;

/** `diff` null: its batch ran nothing. */
export const scheduleFinished = (
  { name, scheduleId, runId }: ScheduleRun,
  batchId: BatchId,
  diff: ScheduleDiff | null,
): WebhookFact => ({
  type: "schedule.finished",
  data: {
    scheduleId,
    name,
    batchId,
    ...defined({ previousBatchId: diff?.before?.batchId, changes: diff?.counts }),
    // It is in lines, and says nothing of a device but as Markdown's text.
    ...(diff === null ? {} : { summary: diffMarkdown(diff).slice(0, mostMarkdown) }),
    links: {
      schedule: `/v1/schedules/${name}/runs/${runId}`,
      batch: `/v1/batches/${batchId}`,
      page: `/batches/${batchId}`,
    },
  },
});
