import * as z from "zod";
import { JobOutcome } from "../job/job.ts";
import { SkipCause } from "./batch-item.ts";

/** Sums over a batch's items: written in the transaction that writes the item, so they are its items' sums at any instant. */
export const BatchCounts = z.strictObject({
  /** Items whose job is under way. */
  running: z.int().default(0),
  /** Items that ended, by outcome of the last attempt. */
  outcomes: z.partialRecord(JobOutcome, z.int()).default({}),
  /** Of those that succeeded, the ones that no check confirmed. */
  unverified: z.int().default(0),
  deferred: z.int().default(0),
  skipped: z.int().default(0),
  /** Those, by why. */
  skippedFor: z.partialRecord(SkipCause, z.int()).default({}),
  /** Of the last attempts that ended with one. */
  errorCodes: z.record(z.string(), z.int()).default({}),
  /** Jobs, all attempts. */
  attempts: z.int().default(0),
  steps: z.int().default(0),
  inputTokens: z.int().default(0),
  outputTokens: z.int().default(0),
  costUsd: z.number().default(0),
  deviceMilliseconds: z.number().default(0),
});
export type BatchCounts = z.infer<typeof BatchCounts>;
