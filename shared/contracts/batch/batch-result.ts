import * as z from "zod";
import { BatchItem, ItemAttempt } from "./batch-item.ts";

/** One line of a batch's results as JSONL: an item and what its last attempt came to. */
export const BatchResult = z.strictObject({
  schemaVersion: z.literal(1),
  ...BatchItem.pick({
    itemKey: true,
    line: true,
    taskId: true,
    variant: true,
    epoch: true,
    tags: true,
    weight: true,
    status: true,
    reason: true,
    skippedFor: true,
  }).shape,
  /** Of the last attempt; absent without one. */
  ...ItemAttempt.partial().shape,
  /** Over all attempts that had a price. */
  totalCostUsd: z.number(),
  /** Of the last attempt's job, for people. */
  link: z.string().optional(),
  /** In the order in which they were made, the last among them. */
  attempts: z.array(ItemAttempt),
});
export type BatchResult = z.infer<typeof BatchResult>;

export const ResultFormat = z.enum(["jsonl", "csv", "junit", "json"]);
export type ResultFormat = z.infer<typeof ResultFormat>;

/** Where links to jobs begin, such as the console's address: `<page>/jobs/<id>`. */
export const JobsPage = z.url({ protocol: /^https?$/, error: "must be an http or https address" }).max(300);
export type JobsPage = z.infer<typeof JobsPage>;
