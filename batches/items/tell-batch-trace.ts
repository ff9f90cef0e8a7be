import type { Services } from "#agent/runtime/services.ts";
import { isBatchSampled } from "#agent/tracing/new-trace.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import { spanAttributes as at } from "#shared/contracts/farm/span-attributes.ts";
import { batchPlace, schedulePlace } from "#shared/tracing/span-ids.ts";
import { defined } from "#shared/values/defined.ts";

/**
 * A batch that has ended is a trace of one span, to which the traces of its jobs link: thousands of jobs would be no trace to look at. It
 * is under its caller's span, or its schedule's run.
 */
export function tellBatchTrace(batch: Batch, { tracing, now }: Pick<Services, "tracing" | "now">): void {
  if (!tracing.isOn || !isBatchSampled(batch, { tracing })) return;
  const { tenantId, batchId, name, status, lineCount, createdAt, startedAt, finishedAt, schedule } = batch;
  tracing.tell({
    ...batchPlace(batch),
    ...defined({
      parentSpanId:
        schedule === undefined ? batch.trace?.parentSpanId : schedulePlace(batch, schedule).spanId,
    }),
    name: "batch",
    kind: "internal",
    startedAt: Date.parse(startedAt ?? createdAt),
    endedAt: finishedAt === undefined ? now().getTime() : Date.parse(finishedAt),
    attributes: {
      [at.tenantId]: tenantId,
      [at.batchId]: batchId,
      [at.batchName]: name,
      [at.batchStatus]: status,
      [at.batchTasks]: lineCount,
    },
    ...(status === "finished" ? {} : { errorType: status }),
  });
}
