import * as z from "zod";
import { ClaimStatus } from "../agent/agent-claim.ts";
import { JobOutcome, JobStatus } from "../job/job.ts";
import { BatchId, DeviceId, HostId, Timestamp } from "../values/ids.ts";
import { PageQuery } from "../values/page.ts";
import { Tag } from "../values/tag.ts";

/** What a job is: its own task, a part of a workflow, several parts, several roles, one of them, a recovery, the like of an earlier job, or a session. */
export const JobKind = z.enum([
  "task",
  "workflow",
  "part",
  "roles",
  "role",
  "recovery",
  "continued",
  "session",
]);
export type JobKind = z.infer<typeof JobKind>;

const flag = z.enum(["true", "false"], "must be true or false").transform((text) => text === "true");
/** `failure` is what stored jobs and other agents call infeasible; a query has no need of it. */
const claims = z.enum([...ClaimStatus.out.options, "none"]);

/** Which jobs a list is to have. A job that has not got so far has none of these. */
export const JobFilter = z.strictObject({
  /** `unverified`: succeeded, and no check confirmed it. `succeeded` has these, too. */
  outcome: z.enum([...JobOutcome.options, "unverified"]).optional(),
  /** The agent's claim; `none`: the job ended without one. */
  claim: claims.optional(),
  falseComplete: flag.optional(),
  falseInfeasible: flag.optional(),
  /** Every validator passed before the agent started. */
  alreadySatisfied: flag.optional(),
  /** It changed what nothing explains. */
  sideEffects: flag.optional(),
  /** Absent: all but the parts of workflows and the single roles of a task. */
  kind: JobKind.optional(),
  /** Whether claim and verdict agree; jobs without a claim or a verdict match neither value. */
  claimAgrees: flag.optional(),
  /** A person has reviewed it. */
  reviewed: flag.optional(),
  /** Of its last error. */
  errorCode: z.string().min(1).max(80).optional(),
  deviceId: DeviceId.optional(),
  hostId: HostId.optional(),
  /** A package that was in front of its screen. */
  app: z.string().min(1).max(300).optional(),
  tag: Tag.optional(),
  batchId: BatchId.optional(),
  /** Of its agent, or its variant in a batch. */
  model: z.string().min(1).max(100).optional(),
  /** Who chose its actions: a kind of agent, or the name of one. */
  agent: z.string().min(1).max(40).optional(),
  /** Words, all of them, in any order and case, of its task, id, device, apps, tags, batch, error code and reason. */
  text: z.string().trim().min(1).max(200).optional(),
});
export type JobFilter = z.infer<typeof JobFilter>;

/** By the time in its id: `from` is included, `to` is not. */
export const TimeWindow = z.strictObject({ from: Timestamp.optional(), to: Timestamp.optional() });
export type TimeWindow = z.infer<typeof TimeWindow>;

/** What a list of jobs can be sorted by; `duration` is until now for a job that runs. */
export const JobSortField = z.enum([
  "submitted",
  "outcome",
  "task",
  "device",
  "steps",
  "duration",
  "tokens",
  "cost",
]);
export type JobSortField = z.infer<typeof JobSortField>;

/** A field, smallest first, or with `-` before it largest first. A job without the field comes last either way. */
export const JobSort = z.enum(
  JobSortField.options.flatMap((field) => [field, `-${field}` as const]) as readonly (
    | JobSortField
    | `-${JobSortField}`
  )[],
);
export type JobSort = z.infer<typeof JobSort>;

export const JobQuery = PageQuery.extend({
  status: JobStatus.optional(),
  /** Absent: newest first. */
  sort: JobSort.optional(),
  ...TimeWindow.shape,
  ...JobFilter.shape,
});
