import * as z from "zod";
import { JobTrace } from "../job/job-trace.ts";
import { BatchItemKey, BatchName, TaskId, VariantName } from "../values/batch-ids.ts";
import { BatchId, TenantId, Timestamp, UploadId } from "../values/ids.ts";
import { SafeText } from "../values/safe-text.ts";
import { BatchSettings } from "./batch-settings.ts";
import { StoredForecast } from "./forecast.ts";
import { SchedulePlace } from "./schedule.ts";

/**
 * `checking`: an uploaded manifest is being read; `refused`: a line of it is bad and nothing was started; `failed`: its execution
 * failed, and a resume continues it.
 */
export const BatchStatus = z.enum([
  "checking",
  "refused",
  "running",
  "paused",
  "cancelling",
  "finished",
  "cancelled",
  "failed",
]);
export type BatchStatus = z.infer<typeof BatchStatus>;

/** One part of the manifest; a batch that continues with more lines has more parts. */
export const ManifestPart = z.strictObject({
  /** In the bucket, JSONL of BatchLine. */
  key: z.string(),
  /** Beside it, JSONL of ManifestEntry (batch-manifest.ts). */
  indexKey: z.string(),
  /** From 1, in the whole manifest. */
  firstLine: z.int().min(1),
  lineCount: z.int().min(0),
  bytes: z.int().min(0),
});
export type ManifestPart = z.infer<typeof ManifestPart>;

/** A line that cannot be run. */
export const LineProblem = z
  .strictObject({
    /** From 1, in what was sent. */
    line: z.int().min(1),
    /** Path within the line. */
    field: z.string().max(300),
    message: z.string().max(1_000),
  })
  .meta({ id: "LineProblem" });
export type LineProblem = z.infer<typeof LineProblem>;

/** Somebody changed how a batch runs. */
export const BatchChange = z
  .strictObject({
    at: Timestamp,
    by: SafeText.max(100),
    reason: SafeText.max(500),
    /** The change as a sentence, with old and new value. */
    change: z.string().max(500),
  })
  .meta({ id: "BatchChange" });
export type BatchChange = z.infer<typeof BatchChange>;

/** Which jobs are run again. */
export const RetryChoice = z.enum(["failed", "inconclusive", "all"]);
export type RetryChoice = z.infer<typeof RetryChoice>;

/** Somebody wants items run again: those that ended so before `at`, or those that are named. `wantsRetry` reads it. */
export const RetryOrder = z.strictObject({
  at: Timestamp,
  which: RetryChoice.optional(),
  itemKeys: z.array(BatchItemKey).max(100).optional(),
});
export type RetryOrder = z.infer<typeof RetryOrder>;

/** A manifest, or lines, that were sent to the batch. */
export const ManifestSubmission = z.strictObject({
  at: Timestamp,
  /** Of the request, as a SHA-256. */
  idempotencyKeyHash: z.string().optional(),
  uploadId: UploadId.optional(),
  /** Lines that the batch knew already. */
  kept: z.int().min(0),
  new: z.int().min(0),
  /** The run that began with it; absent: its lines were added to one that was under way. */
  startsRun: z.int().min(1).optional(),
});
export type ManifestSubmission = z.infer<typeof ManifestSubmission>;

/** A batch as stored. Its counts are items of their own (batch-counts.ts). */
export const Batch = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  batchId: BatchId,
  /** Raised by each write: of two writers that read the same batch one reads it again. */
  revision: z.int().min(0).default(0),
  name: BatchName,
  status: BatchStatus,
  /** Why it is so: paused by whom, stopped by which rule. */
  statusReason: z.string().max(1_000).optional(),
  /** Of a paused one that no person paused: it continues by itself when the budget has room. */
  pausedFor: z.literal("budget").optional(),
  settings: BatchSettings,
  pausedVariants: z.array(VariantName).max(100).default([]),
  /** Of the run that began last. */
  forecast: StoredForecast.optional(),
  /** Of the whole manifest. */
  lineCount: z.int().min(0),
  taskCount: z.int().min(0).default(0),
  variants: z.array(VariantName).max(100).default([]),
  manifest: z.array(ManifestPart).max(200),
  /** The last ones. */
  submissions: z.array(ManifestSubmission).max(20).default([]),
  retries: z.array(RetryOrder).max(100).default([]),
  /** The manifest that is being read, beside a run or before it. */
  uploadId: UploadId.optional(),
  /** The first 100 of a refused manifest. */
  problems: z.array(LineProblem).max(100).default([]),
  problemCount: z.int().min(0).default(0),
  changes: z.array(BatchChange).max(100).default([]),
  /** How often an execution was started for it: the first, and each that continued. */
  run: z.int().min(0).default(0),
  executionArn: z.string().optional(),
  /** Ended items at the start of this run: rates count only its own. */
  before: z.strictObject({ startedAt: Timestamp, jobs: z.int().min(0), steps: z.int().min(0) }).optional(),
  /** The trace of its caller, which contains it; absent: it has its own trace. */
  trace: JobTrace.optional(),
  /** The run of a schedule that it is. */
  schedule: SchedulePlace.optional(),
  /** Tasks of it that were on the list of flaky ones when its run began: CI does not fail for them. */
  quarantined: z.array(TaskId).max(200).default([]),
  createdAt: Timestamp,
  startedAt: Timestamp.optional(),
  finishedAt: Timestamp.optional(),
  /** ResultWriter's manifests and the results file, by name, in the bucket. */
  resultKeys: z.record(z.string(), z.string()).default({}),
});
export type Batch = z.infer<typeof Batch>;
