import * as z from "zod";
import { BatchName, TaskId, VariantName } from "../values/batch-ids.ts";
import { BatchId, JobId, TenantId, Timestamp } from "../values/ids.ts";
import { ScheduleName } from "./schedule.ts";

/** How many of a task's last runs are stored. */
export const mostTaskRuns = 60;

/** A task's result in one batch with one variant: a cell of its strip. */
export const TaskRun = z.strictObject({
  batchId: BatchId,
  batchName: BatchName,
  schedule: ScheduleName.optional(),
  variant: VariantName,
  at: Timestamp,
  /** That count: those that succeeded or failed. */
  runs: z.int().min(0),
  successes: z.int().min(0),
  /** Repetitions that count for nothing: the farm's fault, cancelled, refused. */
  others: z.int().min(0),
  /** A repetition or an attempt came to something else than another. */
  mixed: z.boolean(),
  /** Of the first that did not succeed, or else of the last. */
  jobId: JobId,
  /** The median of those that succeeded, without the wait for a device. */
  milliseconds: z.number().min(0).optional(),
  /** The same. */
  costUsd: z.number().min(0).optional(),
});
export type TaskRun = z.infer<typeof TaskRun>;

/** A task's last runs over all batches, oldest first, as stored. */
export const TaskRuns = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  taskId: TaskId,
  revision: z.int().min(0).default(0),
  runs: z.array(TaskRun).max(mostTaskRuns),
});
export type TaskRuns = z.infer<typeof TaskRuns>;

/** A task that runs and is reported, and for which CI does not fail. */
export const QuarantinedTask = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  taskId: TaskId,
  by: z.string().max(100),
  reason: z.string().max(500),
  since: Timestamp,
});
export type QuarantinedTask = z.infer<typeof QuarantinedTask>;

/** A batch stores which of its tasks are on the list. */
export const mostQuarantined = 200;
