import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobTrace } from "#shared/contracts/job/job-trace.ts";
import type { CommandAttributes } from "#shared/contracts/step/command-attributes.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { batchPlace, jobSpanId, jobTraceId } from "#shared/tracing/span-ids.ts";
import { readTraceparent, traceparentOf } from "#shared/tracing/traceparent.ts";
import type { Services } from "../runtime/services.ts";

type Traced = Pick<Services, "tracing">;

/** Of whoever asks, to be continued. Undefined where there is none, or nobody traces. */
export function callersTrace(traceparent: string | undefined, { tracing }: Traced): JobTrace | undefined {
  const caller = tracing.isOn ? readTraceparent(traceparent) : null;
  if (caller === null) return undefined;
  const { traceId, spanId } = caller;
  return { traceId, sampled: tracing.samples(traceId, caller.sampled), parentSpanId: spanId };
}

/** Of a job that begins: its caller's, when there is one, else one of its own. Undefined where nobody traces. */
export function newTrace(
  jobId: JobId,
  traceparent: string | undefined,
  { tracing }: Traced,
): JobTrace | undefined {
  if (!tracing.isOn) return undefined;
  const traceId = jobTraceId(jobId);
  return callersTrace(traceparent, { tracing }) ?? { traceId, sampled: tracing.samples(traceId, null) };
}

/** Whether a batch's span is sent. */
export const isBatchSampled = (
  batch: Partial<Pick<Batch, "trace">> & Pick<Batch, "batchId">,
  { tracing }: Traced,
): boolean => batch.trace?.sampled ?? tracing.samples(batchPlace(batch).traceId, null);

/** Of a workflow's part: it is under the whole. */
export const partTrace = ({ jobId, trace }: Pick<Job, "jobId" | "trace">): JobTrace | undefined =>
  trace && { ...trace, parentSpanId: jobSpanId(jobId) };

/** What goes with each message to a host, as Step Functions sends it; undefined: nothing. */
export const commandAttributes = ({
  jobId,
  trace,
}: Pick<Job, "jobId" | "trace">): CommandAttributes | undefined =>
  trace && {
    traceparent: {
      DataType: "String",
      StringValue: traceparentOf({ ...trace, spanId: jobSpanId(jobId) }),
    },
  };
