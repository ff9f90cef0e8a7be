import * as z from "zod";
import { BatchItemStatus } from "../batch/batch-item.ts";
import { JobOutcome } from "../job/job.ts";
import { FailedCheck } from "../judging/failed-check.ts";
import { BatchItemKey, TaskId, VariantName } from "../values/batch-ids.ts";
import { BatchId, JobId } from "../values/ids.ts";
import { CauseId } from "./responses/batch-response.ts";

const index = z.int().min(0);

/**
 * Every item that a batch has, one place in each column an item, in the manifest's order. `task`, `variant`, `status`, `outcome`,
 * `error` and `cause` are places in the lists of the same kind; null: there is none. Outcome, error and figures are of the last attempt.
 */
export const BatchCells = z.object({
  /** Of the whole manifest: lines beyond the items were not taken yet. */
  lineCount: z.int().min(0),
  tasks: z.array(TaskId),
  variants: z.array(VariantName),
  statuses: z.array(BatchItemStatus),
  /** `unverified`: succeeded, and no check confirmed it. */
  outcomes: z.array(z.enum([...JobOutcome.options, "unverified"])),
  errorCodes: z.array(z.string()),
  /** Ids of BatchCauses. */
  causes: z.array(CauseId),
  /** Places of the items that a person has reviewed. */
  reviewed: z.array(index),
  line: z.array(z.int()),
  key: z.array(BatchItemKey),
  task: z.array(index),
  variant: z.array(index),
  repeat: z.array(z.int()),
  status: z.array(index),
  outcome: z.array(index.nullable()),
  error: z.array(index.nullable()),
  /** Of what did not succeed. */
  cause: z.array(index.nullable()),
  jobId: z.array(JobId.nullable()),
  attempts: z.array(z.int()),
  steps: z.array(z.int()),
  wallMilliseconds: z.array(z.number()),
  /** Over all attempts that had a price. */
  costUsd: z.array(z.number()),
});
export type BatchCells = z.infer<typeof BatchCells>;

/** What jobs can have in common. `hour`: of the day, UTC, in which they began. */
export const SharedField = z.enum(["host", "device", "app", "androidVersion", "model", "hour"]);
export type SharedField = z.infer<typeof SharedField>;

export const SharedFact = z.object({
  field: SharedField,
  value: z.string(),
  /** Of the group's jobs, those that have it; and of all others that ended. */
  shareIn: z.number().min(0).max(1),
  shareOut: z.number().min(0).max(1),
});
export type SharedFact = z.infer<typeof SharedFact>;

export const BatchCause = z.object({
  /** Of outcome, error code, and the failed check or else the message: a filter for cells and items. */
  id: CauseId,
  outcome: JobOutcome,
  errorCode: z.string().optional(),
  /** The failed check of the first job, or else its reason without the parts that differ between jobs. Hostile text. */
  message: z.string(),
  /** The failed check of the first job: the actual value of the others may differ. */
  check: FailedCheck.optional(),
  count: z.int().min(1),
  /** The first ten. */
  jobIds: z.array(JobId),
  /** What its jobs have in common and others do not, the most distinctive first. */
  common: z.array(SharedFact),
});
export type BatchCause = z.infer<typeof BatchCause>;

export const BatchCauses = z.object({
  /** All items that ended, whatever they came to. */
  ended: z.int().min(0),
  /** Of what did not succeed, the largest first; at most 200. */
  groups: z.array(BatchCause),
});
export type BatchCauses = z.infer<typeof BatchCauses>;

export const CompareQuery = z.strictObject({
  a: BatchId,
  b: BatchId,
  /** One variant of it alone. */
  variantA: VariantName.optional(),
  variantB: VariantName.optional(),
});
export type CompareQuery = z.infer<typeof CompareQuery>;
