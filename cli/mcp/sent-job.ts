import * as z from "zod";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { JobOutcome, JobStatus } from "#shared/contracts/job/job.ts";
import { marked, markedOrNull } from "./marked.ts";

/** Of a job what its sender acts on; docs/openapi.json has the rest. Text that is not ours is marked. */
export const SentJob = z.object({
  jobId: z.string(),
  status: JobStatus,
  /** Null until it has ended. */
  outcome: JobOutcome.nullable(),
  outcomeReason: z.string().nullable(),
  /** What its checks found on the device. */
  verdict: z.string().nullable(),
  /** What the agent says. */
  claim: z.object({ status: z.string(), text: z.string() }).nullable(),
  deviceId: z.string().nullable(),
  steps: z.int(),
  tokens: z.int(),
  /** Null: its model has no price. */
  costUsd: z.number().nullable(),
  /** Answer it with answer_question, or the job waits until `until`. */
  question: z.object({ questionId: z.string(), text: z.string(), until: z.string() }).nullable(),
  waitingBecause: z.string().nullable(),
});
export type SentJob = z.infer<typeof SentJob>;

export const sentJob = (job: JobResponse): SentJob => ({
  ...briefJob(job),
  verdict: job.verdict ?? null,
  claim:
    job.claim === undefined
      ? null
      : { status: job.claim.status, text: marked(job.claim.answer ?? job.claim.summary ?? "") },
  question: questionOf(job),
  waitingBecause: markedOrNull(job.waitingBecause),
});

type Brief = Pick<
  JobResponse,
  "jobId" | "status" | "outcome" | "outcomeReason" | "deviceId" | "usage" | "stepCount"
>;

const briefJob = ({ jobId, status, outcome, outcomeReason, deviceId, usage, stepCount }: Brief) => ({
  jobId,
  status,
  outcome: outcome ?? null,
  outcomeReason: markedOrNull(outcomeReason),
  deviceId: deviceId ?? null,
  steps: stepCount,
  tokens: usage.inputTokens + usage.outputTokens,
  costUsd: usage.costUsd ?? null,
});

function questionOf({ awaiting }: JobResponse): SentJob["question"] {
  if (awaiting?.question === undefined) return null;
  const { questionId, text } = awaiting.question;
  return { questionId, text: marked(text), until: awaiting.until };
}
