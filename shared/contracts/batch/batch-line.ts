import * as z from "zod";
import { JobRequest } from "../job/job-request.ts";
import { TaskId, VariantName } from "../values/batch-ids.ts";

/** One job of a batch, as a line of its manifest (JSONL) or an element of `lines`. */
export const BatchLine = z.strictObject({
  taskId: TaskId,
  /** `default`: the farm's usual model. */
  variant: VariantName.prefault("default"),
  /** Which repetition of the task, from 1. */
  epoch: z.int().min(1).max(1_000).default(1),
  tags: JobRequest.shape.tags,
  /** What the task counts for in a weighted success rate. */
  weight: z.number().positive().max(1_000).default(1),
  /** Runs only when this task has succeeded with the same variant and epoch. */
  prerequisite: TaskId.optional(),
  request: JobRequest,
});
export type BatchLine = z.infer<typeof BatchLine>;
