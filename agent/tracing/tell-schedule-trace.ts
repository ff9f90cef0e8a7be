import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { ScheduleRun } from "#shared/contracts/batch/schedule.ts";
import { spanAttributes as at } from "#shared/contracts/farm/span-attributes.ts";
import { schedulePlace } from "#shared/tracing/span-ids.ts";
import type { Services } from "../runtime/services.ts";
import { isBatchSampled } from "./new-trace.ts";

/** A run of a schedule that has ended: from the time it was due, so that what it waited shows, with its batch under it. */
export function tellScheduleTrace(
  { scheduleId, name, runId, scheduledAt, trigger, status, finishedAt }: ScheduleRun,
  batch: Batch,
  { tracing, now }: Pick<Services, "tracing" | "now">,
): void {
  const { tenantId, batchId, createdAt } = batch;
  if (!tracing.isOn || !isBatchSampled(batch, { tracing })) return;
  tracing.tell({
    ...schedulePlace(batch, { scheduleId, runId }),
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
