import * as z from "zod";
import { AgentClaim } from "./agent-claim.ts";
import { DeviceId, ErrorId, HostId, JobId, PoolName, TenantId, Timestamp } from "./ids.ts";
import { JobRequest } from "./job-request.ts";
import { ModelUsage } from "./model-settings.ts";
import { ValidatorResult } from "./validator.ts";

export const JobStatus = z.enum(["queued", "running", "finished"]);
export type JobStatus = z.infer<typeof JobStatus>;

/** How a job ended. Only `succeeded` and `failed` enter a success rate; `inconclusive` is the infrastructure's fault. */
export const JobOutcome = z.enum([
  "succeeded",
  "failed",
  "inconclusive",
  "cancelled",
  "over_budget",
  "refused",
  "invalid",
]);
export type JobOutcome = z.infer<typeof JobOutcome>;

/** Sums over the job's steps, milliseconds (spec I6.3). */
export const JobMetrics = z.strictObject({
  screenshotMilliseconds: z.number(),
  inferenceMilliseconds: z.number(),
  executionMilliseconds: z.number(),
  queuedMilliseconds: z.number(),
  totalMilliseconds: z.number(),
  recoveries: z.int(),
});
export type JobMetrics = z.infer<typeof JobMetrics>;

/** A job as stored and as the API answers it. */
export const Job = JobRequest.extend({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  pool: PoolName,
  poolQueueUrl: z.url(),
  status: JobStatus,
  createdAt: Timestamp,
  startedAt: Timestamp.optional(),
  finishedAt: Timestamp.optional(),
  /** Running jobs end at the next turn after this is set. */
  cancelRequestedAt: Timestamp.optional(),
  /** Raised by each acquisition, so that a late message of an earlier one cannot take a second device. */
  acquisition: z.int().min(0),
  deviceId: DeviceId.optional(),
  hostId: HostId.optional(),
  leaseEpoch: z.int().min(1).optional(),
  stepCount: z.int().min(0),
  usage: ModelUsage,
  outcome: JobOutcome.optional(),
  outcomeReason: z.string().max(2_000).optional(),
  /** Every validator passed before the agent started. */
  alreadySatisfied: z.boolean().optional(),
  claim: AgentClaim.optional(),
  judgement: z.array(ValidatorResult).optional(),
  metrics: JobMetrics.optional(),
  trajectoryKey: z.string().optional(),
  lastErrorId: ErrorId.optional(),
  executionArn: z.string().optional(),
});
export type Job = z.infer<typeof Job>;
