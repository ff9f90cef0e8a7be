import * as z from "zod";
import { BatchName, TaskId } from "../values/batch-ids.ts";
import { BatchId, JobId, Timestamp } from "../values/ids.ts";
import { DiffCounts, ScheduleName, ScheduleRunId } from "./schedule.ts";

const tally = z.strictObject({ runs: z.int(), successes: z.int() }).meta({ id: "RunTally" });

/** A task that is not as it was. */
export const ChangedTask = z
  .strictObject({
    taskId: TaskId,
    before: tally.nullable(),
    after: tally,
    /** It is on the list of flaky tasks: CI does not fail for it. */
    quarantined: z.boolean(),
    /** Of the later run: the first that did not succeed, or else the last. */
    jobId: JobId.optional(),
    /** Its verdict. */
    reason: z.string().max(300).optional(),
  })
  .meta({ id: "ChangedTask" });
export type ChangedTask = z.infer<typeof ChangedTask>;

/** Of a task whose runs do not agree: in this run, or with the last ones. */
export const FlakyTask = ChangedTask.extend({
  /** How often the result changed in its last conclusive runs. */
  changes: z.int().min(0),
  of: z.int().min(0),
});
export type FlakyTask = z.infer<typeof FlakyTask>;

/** A figure of a task's successful runs that is higher than usual. */
export const RisenTask = ChangedTask.extend({
  /** Milliseconds, or US dollars. */
  usual: z.number().min(0),
  now: z.number().min(0),
  /** The threshold to report it. */
  threshold: z.number().min(0),
}).meta({ id: "RisenTask" });
export type RisenTask = z.infer<typeof RisenTask>;

const side = z
  .strictObject({
    runId: ScheduleRunId,
    batchId: BatchId,
    batchName: BatchName,
    runs: z.int(),
    successes: z.int(),
    /** Null: a model without a price. */
    costUsd: z.number().nullable(),
    /** From the batch's start to its end; null where it is unknown. */
    milliseconds: z.number().nullable(),
  })
  .meta({ id: "DiffSide" });
export type DiffSide = z.infer<typeof side>;

/** What a schedule's run changed against the last one that finished (docs/schedules.md). Lists have the first 200. */
export const ScheduleDiff = z.strictObject({
  schemaVersion: z.literal(1),
  schedule: ScheduleName,
  at: Timestamp,
  /** Null: the first run. */
  before: side.nullable(),
  after: side,
  /** Of the batch: `finished`, or how else it ended. */
  status: z.string(),
  counts: DiffCounts,
  /** Of the mean difference of the tasks' rates; null where no task was run on both sides. */
  difference: z.number().nullable(),
  pValue: z.number().nullable(),
  fixed: z.array(ChangedTask).max(200),
  broken: z.array(ChangedTask).max(200),
  flaky: z.array(FlakyTask).max(200),
  slower: z.array(RisenTask).max(200),
  dearer: z.array(RisenTask).max(200),
  /** Without a run that counts on the other side. */
  added: z.array(TaskId).max(200),
  missing: z.array(TaskId).max(200),
});
export type ScheduleDiff = z.infer<typeof ScheduleDiff>;
