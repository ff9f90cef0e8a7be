import { spanAttributes as at } from "#shared/contracts/farm/span-attributes.ts";
import type { SpanRecord } from "#shared/contracts/farm/span-record.ts";
import type { JobTrace } from "#shared/contracts/job/job-trace.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { jobSpanId, recoverySpanId, stepSpanId } from "#shared/tracing/span-ids.ts";
import { defined } from "#shared/values/defined.ts";
import { talkOf } from "../steps/step-talk.ts";

/** From the beginning of the turn that brought it. */
export const stepStart = ({ predictedAt, timings }: Step): number =>
  Date.parse(predictedAt) - Math.round(Math.max(timings.turnMilliseconds, timings.inferenceMilliseconds));

/** What a tool, a person or another role answers, or a rule forbids, no host does: it is closed by whoever made it, and no turn verifies it. */
const isDoneByHost = ({ performedAt, verifiedAt }: Step): boolean => performedAt !== verifiedAt;

/** The turn after it has told it, as the last that happened in it. */
export const isTold = (step: Step): boolean =>
  step.verifiedAt !== undefined && step.recoveryId === undefined && isDoneByHost(step);

/**
 * A turn of the loop. One that nothing compared with the screen after it continues until the next one begins, which is when its question or its
 * tool was answered; `after`: that time, or the job's end.
 */
export function stepSpan(step: Step, trace: JobTrace, after: number): SpanRecord {
  const { jobId, stepNumber, actions, chosenBy, outcome, verification, recoveryId, retryOf } = step;
  return {
    traceId: trace.traceId,
    spanId: stepSpanId(jobId, stepNumber),
    parentSpanId: recoveryId === undefined ? jobSpanId(jobId) : recoverySpanId(recoveryId),
    name: `step ${stepNumber}`,
    kind: "internal",
    startedAt: stepStart(step),
    endedAt: endOf(step, after),
    attributes: {
      [at.jobId]: jobId,
      [at.stepNumber]: stepNumber,
      // Their names alone: parameters may be what a device showed, or a person typed.
      [at.stepActions]: actions.map(({ action }) => action.action),
      [at.stepChosenBy]: chosenBy,
      ...defined({
        [at.stepEffect]: outcome?.effect,
        [at.stepVerdict]: verification?.verdict,
        [at.stepScreenChanged]: step.screenChanged,
      }),
    },
    ...defined({ errorType: outcome?.ok === false ? (outcome.errorCode ?? "ActionFailed") : undefined }),
    links: retryOf === undefined ? [] : [{ traceId: trace.traceId, spanId: stepSpanId(jobId, retryOf) }],
  };
}

function endOf(step: Step, after: number): number {
  const { predictedAt, performedAt, verifiedAt } = step;
  const goesOn =
    talkOf(step) !== undefined || step.actions.some(({ deviceAction }) => deviceAction !== undefined);
  if (verifiedAt !== undefined && !(goesOn && !isDoneByHost(step))) return Date.parse(verifiedAt);
  return goesOn ? Math.max(after, Date.parse(performedAt ?? predictedAt)) : Date.parse(predictedAt);
}
