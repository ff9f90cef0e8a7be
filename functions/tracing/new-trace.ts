import type { JobId } from "#shared/contracts/ids.ts";
import type { Job } from "#shared/contracts/job.ts";
import type { JobTrace } from "#shared/contracts/job-trace.ts";
import type { CommandAttributes } from "#shared/contracts/workflow/command-attributes.ts";
import { jobSpanId, jobTraceId } from "#shared/domain/tracing/span-ids.ts";
import { readTraceparent, traceparentOf } from "#shared/domain/tracing/traceparent.ts";
import type { RuntimeServices } from "../runtime/runtime.ts";

/** Of a job that begins: its caller's, when there is one, else one of its own. Undefined where nobody traces. */
export function newTrace(
  jobId: JobId,
  traceparent: string | undefined,
  { tracing }: Pick<RuntimeServices, "tracing">,
): JobTrace | undefined {
  if (!tracing.isOn) return undefined;
  const caller = readTraceparent(traceparent);
  const traceId = caller?.traceId ?? jobTraceId(jobId);
  const sampled = tracing.samples(traceId, caller?.sampled ?? null);
  return { traceId, sampled, ...(caller === null ? {} : { parentSpanId: caller.spanId }) };
}

/** Of a workflow's part: it stands under the whole. */
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
