import * as z from "zod";
import { BatchSettings } from "../../batch/batch-settings.ts";
import {
  BatchNamePattern,
  OverlapRule,
  Schedule,
  ScheduleName,
  ScheduleRun,
  ScheduleTiming,
} from "../../batch/schedule.ts";
import { ScheduleDiff } from "../../batch/schedule-diff.ts";
import { QuarantinedTask, TaskRun } from "../../batch/task-runs.ts";
import { TaskId } from "../../values/batch-ids.ts";
import { Timestamp } from "../../values/ids.ts";
import { pageOf } from "../../values/page.ts";
import { SafeText } from "../../values/safe-text.ts";
import { manifestFields, oneManifest } from "./batch-response.ts";

/** The body of `POST /v1/schedules`. */
export const ScheduleRequest = oneManifest(
  z.strictObject({
    name: ScheduleName,
    ...ScheduleTiming.shape,
    overlap: OverlapRule.default("skip"),
    /** Of its runs' batches; absent: `<name>-{{run}}`. */
    batchName: BatchNamePattern.optional(),
    settings: BatchSettings.prefault({}),
    paused: z.boolean().default(false),
    ...manifestFields,
  }),
);
export type ScheduleRequest = z.infer<typeof ScheduleRequest>;

/** The body of `PATCH /v1/schedules/{name}`: absent fields stay unchanged. */
export const ScheduleChange = z
  .strictObject({
    expression: ScheduleTiming.shape.expression.optional(),
    timezone: ScheduleTiming.shape.timezone.unwrap().optional(),
    /** Null: within a minute. */
    flexibleMinutes: ScheduleTiming.shape.flexibleMinutes.unwrap().nullable().optional(),
    overlap: OverlapRule.optional(),
    batchName: BatchNamePattern.optional(),
    settings: BatchSettings.optional(),
    paused: z.boolean().optional(),
    ...manifestFields,
  })
  .refine((change) => Object.keys(change).length > 0, { error: "must change something" })
  .refine(({ lines, uploadId }) => lines === undefined || uploadId === undefined, {
    error: "must have 'lines' or 'uploadId', not both",
  });
export type ScheduleChange = z.infer<typeof ScheduleChange>;

/** A schedule as its tenant sees it. */
export const ScheduleResponse = z
  .object({
    ...Schedule.omit({ tenantId: true, revision: true, manifestKey: true, schemaVersion: true }).shape,
    /** The next run; absent: none, or it is paused. The service determines the first run of a rate. */
    nextAt: Timestamp.optional(),
  })
  .meta({ id: "ScheduleResponse" });
export type ScheduleResponse = z.infer<typeof ScheduleResponse>;

export const ScheduleList = z.object({ items: z.array(ScheduleResponse) });

const PublicRun = z.object(
  ScheduleRun.omit({ tenantId: true, schemaVersion: true, diffKey: true, uploadId: true }).shape,
);
export type PublicRun = z.infer<typeof PublicRun>;

export const ScheduleRunPage = pageOf(PublicRun);

/** A run with its changes. */
export const ScheduleRunResponse = PublicRun.extend({ diff: ScheduleDiff.optional() }).meta({
  id: "ScheduleRunResponse",
});
export type ScheduleRunResponse = z.infer<typeof ScheduleRunResponse>;

/** A task over time. */
export const TaskHistory = z
  .object({
    taskId: TaskId,
    /** Oldest first, the last 60. */
    runs: z.array(TaskRun),
    /** Of the last 20 with a result. */
    flips: z.object({
      changes: z.int(),
      of: z.int(),
      /** Null where nothing could change. */
      rate: z.number().nullable(),
    }),
    /** Of runs that count, all that are kept. */
    successRate: z.number().nullable(),
    quarantined: z.boolean(),
    /** So flaky that CI should not fail for it (docs/schedules.md). */
    candidate: z.boolean(),
  })
  .meta({ id: "TaskHistory" });
export type TaskHistory = z.infer<typeof TaskHistory>;

export const TaskHistoryPage = pageOf(TaskHistory);

export const TaskQuarantineRequest = z.strictObject({
  reason: SafeText.trim().min(1).max(500),
  by: SafeText.trim().min(1).max(100).default("API"),
});

export const QuarantineResponse = z
  .object(QuarantinedTask.omit({ tenantId: true, schemaVersion: true }).shape)
  .meta({ id: "QuarantineResponse" });
export const QuarantineList = z.object({ items: z.array(QuarantineResponse) });
