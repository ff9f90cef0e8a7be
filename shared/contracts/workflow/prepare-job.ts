import * as z from "zod";
import { Lease } from "../device/lease.ts";
import { Observation } from "../device/observation.ts";
import { ModelPictureOrder, Perception } from "../device/perception.ts";
import { Supervision } from "../job/supervision.ts";
import { RecoveryId } from "../recovery/recovery-turn.ts";
import { CommandAttributes } from "../step/command-attributes.ts";
import { JobId, TenantId } from "../values/ids.ts";
import { AcquireRequirements } from "./host-command.ts";

/** Where an execution of the same job stopped: the next one continues from there. */
export const JobHandOver = z.strictObject({
  lent: z.boolean(),
  lease: Lease.nullable(),
  observation: Observation.nullable(),
  stepNumber: z.int().min(1),
  recoveries: z.int().min(0),
  acquisition: z.int().min(1),
  alreadySatisfied: z.boolean(),
});
export type JobHandOver = z.infer<typeof JobHandOver>;

/** The execution's input: a pointer to the job, and for some what they begin with. */
export const JobExecutionInput = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  /** A long job continues as a new execution now and then; absent: the first. */
  segment: z.int().min(2).optional(),
  from: JobHandOver.optional(),
  /** A device that the job's workflow holds and lends it. */
  lease: Lease.optional(),
  /** Somebody waits for this execution: it ends when the job has, also when the job continues as a new one. */
  awaited: z.literal(true).optional(),
});
export type JobExecutionInput = z.infer<typeof JobExecutionInput>;

export const PrepareJobInput = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  executionArn: z.string().max(500).optional(),
  segment: z.int().min(1).default(1),
  lease: Lease.nullable().default(null),
});
export type PrepareJobInput = z.infer<typeof PrepareJobInput>;

/** What the definition keeps as `$job`. */
export const PreparedJob = z.strictObject({
  tenantId: TenantId,
  jobId: JobId,
  poolQueueUrl: z.url(),
  /** SQS fair queues: one noisy tenant or batch cannot starve the others. */
  messageGroupId: z.string().min(1).max(128),
  requirements: AcquireRequirements,
  queueSeconds: z.int(),
  stepTimeoutSeconds: z.int(),
  /** Null: the model gets no pictures. */
  modelPicture: ModelPictureOrder.nullable(),
  ocr: Perception.shape.ocr,
  verification: Supervision.shape.verification,
  /** Absent: its commands are part of no trace. */
  messageAttributes: CommandAttributes.optional(),
  /** The recovery that is all of the job, when there is no device to carry it out on. */
  planOnly: RecoveryId.optional(),
});
export type PreparedJob = z.infer<typeof PreparedJob>;
