import * as z from "zod";
import { RoleJob } from "../../agent/role.ts";
import { Job, JobPause } from "../../job/job.ts";
import { QuestionId } from "../../job/question.ts";
import { CheckName } from "../../judging/external-check.ts";
import { DeviceId, HostId, Timestamp } from "../../values/ids.ts";
import { pageOf } from "../../values/page.ts";
import { JobQueue } from "./job-queue.ts";
import { Links } from "./links.ts";

/**
 * A job as its tenant sees it: without the queues, executions, leases and markers that run it. Like every response it passes over
 * fields it does not know: the API leaves them out, and a client can be older than its farm.
 */
export const PublicJob = z
  .object(
    Job.omit({
      poolQueueUrl: true,
      executionArn: true,
      acquisition: true,
      leaseEpoch: true,
      trajectoryKey: true,
      deviceContextKey: true,
      promptMarker: true,
      foundDevice: true,
      judgementKey: true,
      granted: true,
      ahead: true,
      grantClosedAt: true,
      roleJobs: true,
    }).extend({
      roleJobs: z
        .array(z.object(RoleJob.omit({ poolQueueUrl: true }).shape).meta({ id: "RoleJob" }))
        .optional(),
    }).shape,
  )
  .meta({ id: "PublicJob" });
export type PublicJob = z.infer<typeof PublicJob>;

/** Whom the job waits for, and what he must know. */
export const Awaited = z.object({
  for: JobPause.shape.for,
  until: Timestamp,
  /** What its agent asks: POST /v1/jobs/{id}/answers/{q} answers it. */
  question: z.object({ questionId: QuestionId, text: z.string() }).optional(),
  /** The external checks that it waits for: POST /v1/jobs/{id}/checks/{name} reports each. */
  checks: z.array(CheckName).optional(),
  /** Held meanwhile, in the state in which the agent left it; absent: it was released. */
  device: z.object({ deviceId: DeviceId, hostId: HostId, serial: z.string() }).optional(),
});
export type Awaited = z.infer<typeof Awaited>;

export const JobResponse = PublicJob.extend({
  awaiting: Awaited.optional(),
  /** Why it waits for a person, a check or its model; while it waits for a device, its position and who holds the devices. */
  waitingBecause: z.string().max(1_000).optional(),
  /** While it waits for a device. */
  queue: JobQueue.optional(),
  links: Links,
});
export type JobResponse = z.infer<typeof JobResponse>;

/** What is answered to a job that was just submitted. */
export const SubmittedJob = JobResponse.extend({
  /** What its sender should know, one sentence each; none of it keeps the job from running. */
  warnings: z.array(z.string()).default([]),
}).meta({ id: "SubmittedJob" });
export type SubmittedJob = z.infer<typeof SubmittedJob>;

export const JobPage = pageOf(PublicJob);
export type JobPage = z.infer<typeof JobPage>;
