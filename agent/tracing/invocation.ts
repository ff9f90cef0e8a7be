import { AsyncLocalStorage } from "node:async_hooks";
import type { SpanRecord } from "#shared/contracts/farm/span-record.ts";
import type { Job } from "#shared/contracts/job/job.ts";

/** What an invocation whose trace is wanted has come by: a model's calls are told when it is known under which span they belong. */
export interface TracedCalls {
  readonly calls: Omit<SpanRecord, "traceId" | "parentSpanId">[];
  /** Whose models it asked. */
  job?: Pick<Job, "tenantId" | "jobId" | "trace">;
  /** The step that its calls brought, as soon as it is stored. */
  stepNumber?: number;
}

export const invocations = new AsyncLocalStorage<TracedCalls>();

/** The calls of this invocation belong to a step that stands. */
export function noteStep(stepNumber: number): void {
  const invocation = invocations.getStore();
  if (invocation !== undefined) invocation.stepNumber = stepNumber;
}
