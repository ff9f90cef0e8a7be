import * as z from "zod";
import { BatchName } from "../values/batch-ids.ts";
import { BatchId, TenantId, Timestamp, Ulid, UploadId } from "../values/ids.ts";
import { BatchSettings } from "./batch-settings.ts";

/** Unique among a tenant's schedules. Shorter than a batch's name, which is made of it. */
export const ScheduleName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    "must be 1 to 64 letters, digits, '.', '_' or '-', starting with a letter or digit",
  )
  .brand<"ScheduleName">();
export type ScheduleName = z.infer<typeof ScheduleName>;

/** A name that is given again after its schedule was deleted is another schedule. */
export const ScheduleId = Ulid.brand<"ScheduleId">();
export type ScheduleId = z.infer<typeof ScheduleId>;

/** The time of the run, to the second in UTC: an event that arrives twice is one run. */
export const ScheduleRunId = z
  .string()
  .regex(/^\d{8}T\d{6}Z$/, "must be a run's time, such as 20270131T020000Z")
  .brand<"ScheduleRunId">();
export type ScheduleRunId = z.infer<typeof ScheduleRunId>;

/** Which run of which schedule a batch is. */
export const SchedulePlace = z
  .strictObject({
    name: ScheduleName,
    scheduleId: ScheduleId,
    runId: ScheduleRunId,
  })
  .meta({ id: "SchedulePlace" });
export type SchedulePlace = z.infer<typeof SchedulePlace>;

export const scheduleStatuses = ["enabled", "paused"] as const;

/** What happens to a run that is due while the previous one still runs. */
export const OverlapRule = z.enum(["skip", "queue"]);
export type OverlapRule = z.infer<typeof OverlapRule>;

/** The name pattern of its runs' batches: `{{run}}` is the time, so that each run has its own name. */
export const BatchNamePattern = z
  .string()
  .max(84)
  .regex(
    /^(?=.*\{\{run\}\})[A-Za-z0-9{][A-Za-z0-9._{}-]*$/,
    "must have {{run}} in it, beside letters, digits, '.', '_' or '-'",
  )
  .refine((pattern) => !/[{}]/.test(pattern.replaceAll("{{run}}", "")), {
    error: "has braces other than {{run}}",
  });

/** When something runs, as EventBridge Scheduler takes it (docs/schedules.md). */
export const ScheduleTiming = z.strictObject({
  /** `cron(0 2 * * ? *)`, `rate(12 hours)` or `at(2027-01-31T06:00:00)`. */
  expression: z.string().min(1).max(256),
  /** By its IANA name. */
  timezone: z.string().min(1).max(50).default("UTC"),
  /** It may begin so much later; absent: within a minute. */
  flexibleMinutes: z.int().min(1).max(1_440).optional(),
});
export type ScheduleTiming = z.infer<typeof ScheduleTiming>;

/** A batch that is run again and again, as stored. */
export const Schedule = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  name: ScheduleName,
  scheduleId: ScheduleId,
  /** Raised by each write. */
  revision: z.int().min(0).default(0),
  status: z.enum(scheduleStatuses),
  ...ScheduleTiming.shape,
  overlap: OverlapRule,
  batchName: BatchNamePattern,
  settings: BatchSettings,
  /** In the bucket, JSONL of BatchLine. */
  manifestKey: z.string(),
  lineCount: z.int().min(0),
  createdAt: Timestamp,
  changedAt: Timestamp,
  /** The run that continues, and the one that waits for its end. */
  current: ScheduleRunId.optional(),
  waiting: ScheduleRunId.optional(),
});
export type Schedule = z.infer<typeof Schedule>;

/**
 * `starting`: its batch is being made; `waiting`: for the end of the run before; `skipped`: there was no batch, and why; `finished`: its batch has
 * ended, whatever as; `failed`: no batch could be made, or it was refused or failed.
 */
export const ScheduleRunStatus = z.enum(["starting", "waiting", "running", "finished", "skipped", "failed"]);
export type ScheduleRunStatus = z.infer<typeof ScheduleRunStatus>;

const count = z.int().min(0);

/** Of a run's diff against the one before, how many tasks each. */
export const DiffCounts = z
  .strictObject({
    fixed: count,
    broken: count,
    flaky: count,
    slower: count,
    dearer: count,
  })
  .meta({ id: "DiffCounts" });
export type DiffCounts = z.infer<typeof DiffCounts>;

/** One time that a schedule was due. */
export const ScheduleRun = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  scheduleId: ScheduleId,
  name: ScheduleName,
  runId: ScheduleRunId,
  scheduledAt: Timestamp,
  /** `person`: started by a person. */
  trigger: z.enum(["schedule", "person"]),
  status: ScheduleRunStatus,
  reason: z.string().max(1_000).optional(),
  /** Its manifest's, in the bucket, and its batch's. */
  uploadId: UploadId,
  batchName: BatchName,
  batchId: BatchId.optional(),
  startedAt: Timestamp.optional(),
  finishedAt: Timestamp.optional(),
  /** Of its batch: runs that count, and their results. */
  figures: z
    .strictObject({ runs: count, successes: count, costUsd: z.number().min(0).nullable() })
    .meta({ id: "RunFigures" })
    .optional(),
  /** The run that it was compared with. */
  comparedWith: ScheduleRunId.optional(),
  changes: DiffCounts.optional(),
  /** In the bucket (contracts/schedule-diff.ts). */
  diffKey: z.string().optional(),
});
export type ScheduleRun = z.infer<typeof ScheduleRun>;
