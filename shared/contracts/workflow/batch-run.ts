import * as z from "zod";
import { JobOutcome } from "../job/job.ts";
import { BatchItemKey } from "../values/batch-ids.ts";
import { BatchId, JobId, TenantId, UploadId } from "../values/ids.ts";

/** Whose execution it is: begins the input of each function that the states of `batch` call. */
export const BatchRun = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  batchId: BatchId,
  /** Raised by each execution that continues with the batch: an earlier one that is still there takes nothing more. */
  run: z.int().min(1),
});
export type BatchRun = z.infer<typeof BatchRun>;

/** One line of a round's manifest: which item is to be run, and where its line stands. */
export const RoundEntry = z.strictObject({
  itemKey: BatchItemKey,
  /** Its place in the whole manifest, from 1. */
  line: z.int().min(1),
  /** Of the manifest, from 1. */
  part: z.int().min(1),
  /** Its first byte in that part, and the one after its last. */
  from: z.int().min(0),
  to: z.int().min(1),
  /** The item that must have succeeded before; null when the batch has no such item. */
  prerequisite: BatchItemKey.nullable().optional(),
});
export type RoundEntry = z.infer<typeof RoundEntry>;

/**
 * How a round was planned. `whole`: all that is left. `epochs`: some repetitions only, because the batch has a rule that may make
 * the rest needless. `alone`: what is to be tried again when nothing else runs.
 */
export const RoundKind = z.enum(["whole", "epochs", "alone"]);
export type RoundKind = z.infer<typeof RoundKind>;

/** What one round tells the next. */
export const RoundProgress = z.strictObject({
  /** The next round's number, from 1. */
  round: z.int().min(1),
  /** Looks in a row at a batch that waits. */
  looks: z.int().min(0),
  /** What had been done when the round began; the same again means that the round did nothing. */
  done: z.string().max(100),
  /** Rounds in a row that did nothing. */
  vain: z.int().min(0),
});
export type RoundProgress = z.infer<typeof RoundProgress>;

export const PrepareRoundInput = BatchRun.extend({
  executionArn: z.string().max(500),
  progress: RoundProgress,
  /** Key of the manifest that ResultWriter wrote of the round before; null: there was none. */
  results: z.string().max(1_024).nullable(),
});
export type PrepareRoundInput = z.infer<typeof PrepareRoundInput>;

/**
 * `run`: the round. `wait`: look again later. `continue`: as a new execution.
 * `finish`: nothing is left to run. `leave`: the batch is another execution's, or has ended.
 */
export const PrepareRoundOutput = z.strictObject({
  route: z.enum(["run", "wait", "continue", "finish", "leave"]),
  progress: RoundProgress,
  /** Of `run`, else null. */
  round: z
    .strictObject({
      kind: RoundKind,
      bucket: z.string(),
      key: z.string(),
      resultPrefix: z.string(),
      concurrency: z.int().min(1),
      items: z.int().min(1),
    })
    .nullable(),
  /** Of the batch as it was read: it is ended only if nobody has changed it since. */
  revision: z.int().min(0),
  /** Of `wait`, else 0. */
  seconds: z.int().min(0),
  /** Of `continue`, else null. */
  nextRun: z.int().min(2).nullable(),
  /** A sentence for whoever reads the execution. */
  detail: z.string().max(500),
});
export type PrepareRoundOutput = z.infer<typeof PrepareRoundOutput>;

export const TakeItemInput = BatchRun.extend({
  entry: RoundEntry,
  kind: RoundKind,
  /** Looks in a row at a batch that is paused. */
  looks: z.int().min(0),
});
export type TakeItemInput = z.infer<typeof TakeItemInput>;

/** What the child does next, after TakeItem and after SettleItem alike. `stop`: the batch is cancelled, and its round is to end. */
export const ItemTurn = z.strictObject({
  route: z.enum(["run", "wait", "again", "end", "stop"]),
  /** Of `run`, else null. */
  jobId: JobId.nullable(),
  /** Whose execution carries the job out. */
  machine: z.enum(["job", "workflow", "roles"]),
  /** Of `wait`, else 0. */
  seconds: z.int().min(0),
  looks: z.int().min(0),
  /** What ResultWriter keeps of the item. */
  result: z.strictObject({
    itemKey: BatchItemKey,
    line: z.int().min(1),
    status: z.enum(["ended", "deferred", "skipped", "running", "untouched"]),
    outcome: JobOutcome.nullable(),
    reason: z.string().max(300),
  }),
});
export type ItemTurn = z.infer<typeof ItemTurn>;

export const SettleItemInput = BatchRun.extend({
  entry: RoundEntry,
  kind: RoundKind,
  jobId: JobId,
  /** What the job's execution ended with when it failed; null: it ran to its end. */
  error: z.string().max(300).nullable(),
});
export type SettleItemInput = z.infer<typeof SettleItemInput>;

export const FinishBatchInput = BatchRun.extend({
  revision: z.int().min(0),
  /** A state before failed for good: the batch is ended for that. Null: nothing is left to run. */
  broken: z
    .strictObject({
      /** Of the manifest that the execution was to read first, else null. */
      uploadId: UploadId.nullable(),
      executionArn: z.string().max(500),
      error: z.string(),
      cause: z.string(),
    })
    .nullable(),
});
export type FinishBatchInput = z.infer<typeof FinishBatchInput>;

/** `again`: while the batch was being ended somebody gave it more to do. */
export const FinishBatchOutput = z.strictObject({
  route: z.enum(["again", "ended"]),
  status: z.string().max(40),
  detail: z.string().max(1_000),
});
export type FinishBatchOutput = z.infer<typeof FinishBatchOutput>;
