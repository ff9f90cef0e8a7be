import { type Schedule, ScheduleRunId } from "#shared/contracts/batch/schedule.ts";
import { BatchName } from "#shared/contracts/values/batch-ids.ts";
import type { Timestamp } from "#shared/contracts/values/ids.ts";

/** To the second: two that were due at the same one are one run. */
export const runIdOf = (scheduledAt: Timestamp): ScheduleRunId =>
  ScheduleRunId.parse(`${scheduledAt.slice(0, 19).replace(/[-:]/g, "")}Z`);

export const batchNameOf = ({ batchName }: Pick<Schedule, "batchName">, runId: ScheduleRunId): BatchName =>
  BatchName.parse(batchName.replaceAll("{{run}}", runId));
