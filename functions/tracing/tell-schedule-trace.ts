import type { Batch } from "#shared/contracts/batch.ts";
import type { ScheduleRun } from "#shared/contracts/schedule.ts";
import { spanAttributes as at } from "#shared/contracts/span-attributes.ts";
import { batchPlace, schedulePlace } from "#shared/domain/tracing/span-ids.ts";
import type { RuntimeServices } from "../runtime/runtime.ts";

/** A run of a schedule that has ended: from the time it was due, so that what it waited shows, with its batch under it. */
export function tellScheduleTrace(
  { scheduleId, name, runId, scheduledAt, trigger, status, finishedAt }: ScheduleRun,
  { tenantId, batchId, createdAt }: Batch,
  { tracing, now }: Pick<RuntimeServices, "tracing" | "now">,
): void {
  if (!tracing.isOn || !tracing.samples(batchPlace(batchId).traceId, null)) return;
  tracing.tell({
    ...schedulePlace(batchId, { scheduleId, runId }),
    name: "schedule",
    kind: "internal",
    // Whose clock was ahead began it before it was due.
    startedAt: Math.min(Date.parse(scheduledAt), Date.parse(createdAt)),
    endedAt: finishedAt === undefined ? now().getTime() : Date.parse(finishedAt),
    attributes: {
      [at.tenantId]: tenantId,
      [at.scheduleName]: name,
      [at.scheduleRun]: runId,
      [at.scheduleTrigger]: trigger,
      [at.batchId]: batchId,
    },
    ...(status === "finished" ? {} : { errorType: status }),
  });
}
