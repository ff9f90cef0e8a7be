import * as z from "zod";
import { JobId, TenantId } from "../ids.ts";
import { Requirements } from "../job-request.ts";
import { ModelPictureOrder, Perception } from "../perception.ts";

/** The execution's input: a pointer to the job. */
export const JobExecutionInput = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
});
export type JobExecutionInput = z.infer<typeof JobExecutionInput>;

/** What the definition keeps as `$job`. */
export const PreparedJob = z.strictObject({
  tenantId: TenantId,
  jobId: JobId,
  poolQueueUrl: z.url(),
  /** SQS fair queues: one noisy tenant or batch cannot starve the others. */
  messageGroupId: z.string().min(1).max(128),
  requirements: Requirements,
  queueSeconds: z.int(),
  stepTimeoutSeconds: z.int(),
  /** Null: the model gets no pictures. */
  modelPicture: ModelPictureOrder.nullable(),
  ocr: Perception.shape.ocr,
});
export type PreparedJob = z.infer<typeof PreparedJob>;
