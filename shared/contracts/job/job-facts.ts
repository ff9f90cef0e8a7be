import * as z from "zod";
import { ModelRoles, ModelUsage } from "../agent/model-settings.ts";
import { Job, JobMetrics } from "./job.ts";

/** Of a large part of a job, that it has it. */
const isThere = z
  .unknown()
  .transform((part) => (part === undefined ? undefined : true))
  .optional();

const listed = Job.pick({
  ...{ tenantId: true, jobId: true, status: true, createdAt: true, startedAt: true, finishedAt: true },
  ...{ task: true, tags: true, batch: true, outcome: true, outcomeReason: true, verdict: true },
  ...{ falseComplete: true, falseInfeasible: true, alreadySatisfied: true, sideEffectCount: true },
  ...{ lastErrorCode: true, deviceId: true, hostId: true, apps: true, agentModel: true, agent: true },
  stepCount: true,
});

/** What lists of jobs are filtered and sorted by: a small part of a job, and all that is read of thousands of them. */
export const JobFacts = z.object({
  ...listed.shape,
  ...{ parentJobId: isThere, roleOf: isThere, roles: isThere, session: isThere },
  ...{ workflow: isThere, recovery: isThere, source: isThere, review: isThere },
  claim: z.object(Job.shape.claim.unwrap().pick({ status: true }).shape).optional(),
  models: z.object({ agent: z.object(ModelRoles.shape.agent.unwrap().pick({ model: true }).shape) }),
  usage: z.object(ModelUsage.pick({ inputTokens: true, outputTokens: true, costUsd: true }).shape),
  /** The parts are absent of jobs that ended before they were kept here. */
  metrics: z
    .object({
      ...JobMetrics.pick({ totalMilliseconds: true }).shape,
      ...JobMetrics.pick({ inferenceMilliseconds: true, waitingMilliseconds: true }).partial().shape,
    })
    .optional(),
});
export type JobFacts = z.infer<typeof JobFacts>;
