import * as z from "zod";
import type { Services } from "#agent/runtime/services.ts";
import { invocations, type TracedCalls } from "#agent/tracing/invocation.ts";
import { spanAttributes as at } from "#shared/contracts/farm/span-attributes.ts";
import type { FunctionName } from "#shared/contracts/functions/functions.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { freshSpanId, jobSpanId, recoverySpanId, stepSpanId } from "#shared/tracing/span-ids.ts";
import { defined } from "#shared/values/defined.ts";
import { isLambda } from "./runtime.ts";

/** The span names of functions that call models. */
const spanNames: Readonly<Partial<Record<FunctionName, string>>> = {
  "predict-action": "turn",
  api: "turn",
  "make-plan": "plan",
  "check-progress": "check progress",
  "check-completion": "check completion",
  "plan-recovery": "plan recovery",
  "act-recovery": "act recovery",
  "report-recovery": "report recovery",
  "decompose-task": "decompose task",
  "finish-job": "describe apps",
};

/** Lambda freezes the process between two calls: unsent spans wait for the next one. */
const flushMilliseconds = 500;

const About = z.object({
  recoveryId: z.string().optional().catch(undefined),
  stepNumber: z.number().optional().catch(undefined),
});

/**
 * Runs one invocation and sends the spans of its model calls, under the step that they produced or else under a span of the
 * invocation's own, whose parent is its recovery or the job. So a call never is under a step that nobody stored.
 */
export async function tracedInvocation<Answer>(
  name: FunctionName,
  event: unknown,
  runtime: Pick<Services, "tracing" | "now" | "newId">,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  const invocation: TracedCalls = { calls: [] };
  const startedAt = runtime.now().getTime();
  let errorType: string | undefined;
  try {
    return await invocations.run(invocation, handle);
  } catch (error) {
    errorType = error instanceof DroverError ? error.code : "InternalError";
    throw error;
  } finally {
    tellCalls(name, { event, invocation, startedAt, errorType }, runtime);
    if (isLambda()) await runtime.tracing.flush(flushMilliseconds);
  }
}

interface Made {
  readonly event: unknown;
  readonly invocation: TracedCalls;
  readonly startedAt: number;
  readonly errorType: string | undefined;
}

function tellCalls(
  name: FunctionName,
  { event, invocation, startedAt, errorType }: Made,
  { tracing, now, newId }: Pick<Services, "tracing" | "now" | "newId">,
): void {
  const { calls, job, stepNumber } = invocation;
  if (job?.trace === undefined || calls.length === 0) return;
  const { traceId } = job.trace;
  const tellUnder = (parentSpanId: string): void => {
    for (const call of calls) tracing.tell({ ...call, traceId, parentSpanId });
  };
  if (stepNumber !== undefined) {
    tellUnder(stepSpanId(job.jobId, stepNumber));
    return;
  }
  const about = About.safeParse(event).data ?? {};
  const spanId = freshSpanId(newId());
  tracing.tell({
    traceId,
    spanId,
    parentSpanId: about.recoveryId === undefined ? jobSpanId(job.jobId) : recoverySpanId(about.recoveryId),
    name: spanNames[name] ?? name,
    kind: "internal",
    startedAt,
    endedAt: now().getTime(),
    attributes: {
      [at.jobId]: job.jobId,
      [at.functionName]: name,
      ...defined({ [at.stepNumber]: about.stepNumber }),
    },
    ...defined({ errorType }),
  });
  tellUnder(spanId);
}
