import type { Batch } from "#shared/contracts/batch.ts";
import { spanAttributes as at } from "#shared/contracts/span-attributes.ts";
import { batchPlace, schedulePlace } from "#shared/domain/tracing/span-ids.ts";
import type { RuntimeServices } from "../runtime/runtime.ts";

/**
 * A batch that has ended is a trace of one span, to which the traces of its jobs link: thousands of jobs would be no trace to look at. One that
 * a schedule began stands under its run's.
 */
export function tellBatchTrace(
  batch: Batch,
  { tracing, now }: Pick<RuntimeServices, "tracing" | "now">,
): void {
  const place = batchPlace(batch.batchId);
  if (!tracing.isOn || !tracing.samples(place.traceId, null)) return;
  const { tenantId, batchId, name, status, lineCount, createdAt, startedAt, finishedAt, schedule } = batch;
  tracing.tell({
    ...place,
    ...(schedule === undefined ? {} : { parentSpanId: schedulePlace(batchId, schedule).spanId }),
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
