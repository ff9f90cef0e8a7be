import * as z from "zod";
import { BatchId } from "./ids.ts";

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const nameMessage = "must be 1 to 100 letters, digits, '.', '_' or '-', starting with a letter or digit";

/** Unique among a tenant's batches: the same name again continues with that batch. */
export const BatchName = z.string().regex(namePattern, nameMessage).brand<"BatchName">();
export type BatchName = z.infer<typeof BatchName>;

/** Of a task in its file; results of different batches are compared by it. */
export const TaskId = z.string().regex(namePattern, nameMessage).brand<"TaskId">();
export type TaskId = z.infer<typeof TaskId>;

/** What a task is done with: a model's or an agent's name, so that one batch measures several. */
export const VariantName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,99}$/, "must be 1 to 100 letters, digits or any of ._:/@+-")
  .brand<"VariantName">();
export type VariantName = z.infer<typeof VariantName>;

/** Of a line: the same task, variant, epoch and request is the same item. The first 80 bits of a SHA-256. */
export const BatchItemKey = z
  .string()
  .regex(/^[0-9a-f]{20}$/)
  .brand<"BatchItemKey">();
export type BatchItemKey = z.infer<typeof BatchItemKey>;

/** Where in its batch a job belongs. */
export const BatchPlace = z
  .strictObject({
    batchId: BatchId,
    itemKey: BatchItemKey,
    taskId: TaskId,
    variant: VariantName,
    epoch: z.int().min(1),
    /** From 1: the how manieth job of the line it is. */
    attempt: z.int().min(1),
    /** Of the task's attempts that begin from one snapshot; absent: from a clean device. */
    group: z.int().min(1).optional(),
  })
  .meta({ id: "BatchPlace" });
export type BatchPlace = z.infer<typeof BatchPlace>;
