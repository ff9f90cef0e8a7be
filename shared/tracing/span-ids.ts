import { hash } from "node:crypto";
import type { Batch } from "../contracts/batch/batch.ts";
import type { ScheduleRun } from "../contracts/batch/schedule.ts";
import type { SpanPlace } from "../contracts/farm/span-record.ts";
import type { JobId } from "../contracts/values/ids.ts";
import type { DeliveryKey } from "../contracts/webhook/webhook-delivery.ts";

/**
 * Ids that follow from what they are of: a function that is invoked twice sends one span twice, and whoever makes a child knows its
 * parent's id before that is over.
 */
const digits = (text: string, length: 16 | 32): string => {
  const made = hash("sha256", `drover ${text}`, "hex").slice(0, length);
  // All zeros mean "none".
  return /^0+$/.test(made) ? made.replace(/0$/, "1") : made;
};

export const jobTraceId = (jobId: JobId): string => digits(`trace ${jobId}`, 32);
export const jobSpanId = (jobId: JobId): string => digits(`job ${jobId}`, 16);
export const stepSpanId = (jobId: JobId, stepNumber: number): string =>
  digits(`step ${jobId} ${stepNumber}`, 16);
export const recoverySpanId = (recoveryId: string): string => digits(`recovery ${recoveryId}`, 16);
/** Of a command, a question, a tool's call: one of each name in a job. */
export const partSpanId = (jobId: JobId, part: string): string => digits(`part ${jobId} ${part}`, 16);
/** Of something that was done again when it was done again. */
export const freshSpanId = (id: string): string => digits(`once ${id}`, 16);

type TracedBatch = Partial<Pick<Batch, "trace">> & Pick<Batch, "batchId">;

export const batchPlace = ({ batchId, trace }: TracedBatch): SpanPlace => ({
  traceId: trace?.traceId ?? digits(`trace ${batchId}`, 32),
  spanId: digits(`batch ${batchId}`, 16),
});

/** Of the run whose batch that is: above the batch's, in its trace. */
export const schedulePlace = (
  batch: TracedBatch,
  { scheduleId, runId }: Pick<ScheduleRun, "scheduleId" | "runId">,
): SpanPlace => ({
  traceId: batchPlace(batch).traceId,
  spanId: digits(`schedule ${scheduleId} ${runId}`, 16),
});

/** `firstAt`: of its first attempt, since it was recorded or was sent again by hand. */
export function deliveryPlace({ tenantId, webhookId, eventId }: DeliveryKey, firstAt: string): SpanPlace {
  const one = `${tenantId} ${webhookId} ${eventId} ${firstAt}`;
  return { traceId: digits(`trace ${one}`, 32), spanId: digits(`delivery ${one}`, 16) };
}
