import type { Trajectory } from "#shared/contracts/api/trajectory.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import { spanAttributes as at } from "#shared/contracts/farm/span-attributes.ts";
import type { SpanAttributes, SpanRecord } from "#shared/contracts/farm/span-record.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobTrace } from "#shared/contracts/job/job-trace.ts";
import type { Question } from "#shared/contracts/job/question.ts";
import type { Recovery } from "#shared/contracts/recovery/recovery.ts";
import { batchPlace, jobSpanId, partSpanId, recoverySpanId, stepSpanId } from "#shared/tracing/span-ids.ts";
import { defined } from "#shared/values/defined.ts";
import type { Services } from "../runtime/services.ts";
import { isTold, stepSpan, stepStart } from "./step-span.ts";

type Ended = Pick<Trajectory, "steps" | "recoveries" | "questions"> & {
  /** Whose job it is, if it is still there. */
  readonly batch?: Batch | null;
};

/**
 * Tells what is known of a job as a whole when it has ended, whoever ended it: its own span and those that no single invocation saw from
 * beginning to end. Told twice it is the same spans.
 */
export function tellJobTrace(
  job: Job,
  ended: Ended,
  { tracing, now }: Pick<Services, "tracing" | "now">,
): void {
  const { trace } = job;
  if (trace?.sampled !== true || !tracing.isOn) return;
  const end = Date.parse(job.finishedAt ?? now().toISOString());
  const { steps, recoveries, questions } = ended;
  const after = (index: number): number => {
    const next = steps[index + 1];
    return next === undefined ? end : stepStart(next);
  };
  const spans = [
    jobSpan(job, trace, {
      end,
      steps: steps.length,
      content: tracing.content,
      batch: ended.batch ?? job.batch,
    }),
    ...waitForDevice(job, trace),
    ...steps.flatMap((step, index) => (isTold(step) ? [] : [stepSpan(step, trace, after(index))])),
    ...recoveries.map((recovery) => recoverySpan(recovery, trace, end)),
    ...questions.map((question) => questionSpan(question, trace, { end, content: tracing.content })),
  ];
  for (const span of spans) tracing.tell(span);
}

const time = (at: string | undefined, otherwise: number): number =>
  at === undefined ? otherwise : Date.parse(at);

interface Whole {
  readonly end: number;
  readonly steps: number;
  readonly content: boolean;
  readonly batch: (Partial<Pick<Batch, "trace">> & Pick<Batch, "batchId">) | undefined;
}

function jobSpan(
  job: Job,
  { traceId, parentSpanId }: JobTrace,
  { end, steps, content, batch }: Whole,
): SpanRecord {
  const { tenantId, jobId, outcome, usage, deviceId, hostId, agent } = job;
  const agentName =
    agent !== undefined && "name" in agent && agent.name !== undefined ? agent.name : "drover";
  return {
    traceId,
    spanId: jobSpanId(jobId),
    ...defined({ parentSpanId }),
    name: `invoke_agent ${agentName}`,
    kind: "internal",
    startedAt: Date.parse(job.createdAt),
    endedAt: end,
    attributes: {
      [at.operationName]: "invoke_agent",
      [at.agentName]: agentName,
      [at.conversationId]: jobId,
      [at.tenantId]: tenantId,
      [at.jobId]: jobId,
      [at.pool]: job.pool,
      [at.jobSteps]: steps,
      [at.jobCalls]: usage.calls,
      [at.jobInputTokens]: usage.inputTokens,
      [at.jobOutputTokens]: usage.outputTokens,
      ...defined({
        [at.jobOutcome]: outcome,
        [at.costUsd]: usage.costUsd,
        [at.batchId]: batch?.batchId,
        [at.deviceId]: deviceId,
        [at.hostId]: hostId,
      }),
      ...(content ? textOf(job.task) : {}),
    },
    ...defined({ errorType: outcome === "succeeded" ? undefined : outcome }),
    links: batch === undefined ? [] : [batchPlace(batch)],
  };
}

const longestText = 4_000;
const textOf = (text: string): SpanAttributes => ({ [at.text]: text.slice(0, longestText).toWellFormed() });

/** Nobody's work: from its submission to its first device. */
function waitForDevice(
  { jobId, createdAt, startedAt, pool }: Job,
  { traceId }: JobTrace,
): readonly SpanRecord[] {
  if (startedAt === undefined) return [];
  return [
    {
      traceId,
      spanId: partSpanId(jobId, "wait for device"),
      parentSpanId: jobSpanId(jobId),
      name: "wait for device",
      kind: "internal",
      startedAt: Date.parse(createdAt),
      endedAt: Date.parse(startedAt),
      attributes: { [at.jobId]: jobId, [at.pool]: pool },
    },
  ];
}

function recoverySpan(recovery: Recovery, { traceId }: JobTrace, end: number): SpanRecord {
  const { jobId, recoveryId, source, outcome, errorCode, startedAt, endedAt } = recovery;
  return {
    traceId,
    spanId: recoverySpanId(recoveryId),
    parentSpanId: jobSpanId(jobId),
    name: "recovery",
    kind: "internal",
    startedAt: Date.parse(startedAt),
    endedAt: time(endedAt, end),
    attributes: {
      [at.jobId]: jobId,
      [at.recoverySource]: source,
      ...defined({ [at.recoveryOutcome]: outcome }),
    },
    ...defined({ errorType: outcome === "recovered" ? undefined : (errorCode ?? outcome) }),
  };
}

function questionSpan(
  question: Question,
  { traceId }: JobTrace,
  { end, content }: Pick<Whole, "end" | "content">,
): SpanRecord {
  const { jobId, questionId, stepNumber, status, askedAt, answeredAt } = question;
  return {
    traceId,
    spanId: partSpanId(jobId, `question ${questionId}`),
    parentSpanId: stepSpanId(jobId, stepNumber),
    name: "question",
    kind: "internal",
    startedAt: Date.parse(askedAt),
    endedAt: time(answeredAt, end),
    attributes: {
      [at.jobId]: jobId,
      [at.stepNumber]: stepNumber,
      [at.questionStatus]: status,
      ...(content ? textOf(question.text) : {}),
    },
  };
}
