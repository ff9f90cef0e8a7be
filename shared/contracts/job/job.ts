import * as z from "zod";
import { AgentClaim } from "../agent/agent-claim.ts";
import { ModelUsage, UsageByRole } from "../agent/model-settings.ts";
import { RoleJob, RoleOf } from "../agent/role.ts";
import { QuestionCounts } from "../agent/simulated-user.ts";
import { AppLog, mostAppLogs } from "../device/app-log.ts";
import { DeviceFacts } from "../device/device-facts.ts";
import { mostRecordings, ScreenRecording } from "../device/screen-recording.ts";
import { JobStart } from "../device/snapshot.ts";
import { SplitWindow } from "../device/split-screen.ts";
import { Baseline, FoundDevice, JudgementSummary } from "../judging/judging.ts";
import { ValidatorResult } from "../judging/validator.ts";
import { DeviceLoss, SessionInstruction, SessionSettings } from "../session/session.ts";
import { AdbPortUse } from "../session/session-call.ts";
import { Divergence, JobSource } from "../step/job-source.ts";
import { BatchPlace } from "../values/batch-ids.ts";
import { DeviceId, ErrorId, HostId, JobId, PoolName, TenantId, Timestamp } from "../values/ids.ts";
import { JobAgent } from "./agent.ts";
import { BudgetAmounts, SharedBudget } from "./budget.ts";
import { CallbackId } from "./callback.ts";
import { EndReason } from "./job-end.ts";
import { JobRequest, mostRoles } from "./job-request.ts";
import { JobTrace } from "./job-trace.ts";
import { Policy } from "./policy.ts";
import { mostPreparedApps, PreparedApp } from "./preparation.ts";
import { ReviewSummary } from "./review.ts";
import { Decomposition, TaskStep } from "./task-step.ts";
import { SpokenTask } from "./voice.ts";

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

/** Where the job's wall time went, milliseconds over all its steps (docs/spec.md I6.3): the parts add up to the total. */
export const JobMetrics = z
  .strictObject({
    /** Until its first device was there. */
    queuedMilliseconds: z.number(),
    /** For a model service that was overloaded or away, or for a person, with a device or without. */
    waitingMilliseconds: z.number().default(0),
    inferenceMilliseconds: z.number(),
    /** Doing the actions on the device. */
    executionMilliseconds: z.number(),
    /** Waiting until the screen settles, and reading its elements. */
    settleMilliseconds: z.number().default(0),
    screenshotMilliseconds: z.number(),
    /** Storing what was seen. */
    uploadMilliseconds: z.number().default(0),
    /** All the rest: queues and states between, setting up, judging, cleaning, recoveries. */
    orchestrationMilliseconds: z.number().default(0),
    totalMilliseconds: z.number(),
    recoveries: z.int(),
    /** Of a job with a simulated user. */
    questions: QuestionCounts.optional(),
  })
  .meta({ id: "JobMetrics" });
export type JobMetrics = z.infer<typeof JobMetrics>;

/** The service behind the job's model is overloaded or away, and the job waits without a process. */
export const JobWait = z
  .strictObject({
    /** A sentence for people. */
    reason: z.string().max(500),
    errorCode: z.string().max(60),
    /** When the model was first asked in vain. */
    since: Timestamp,
    /** When it is asked again. */
    until: Timestamp,
    /** How often it was asked in vain. */
    attempts: z.int().min(1),
    /** The service serves, and what it allows of this model is used by other jobs until then: the wait is for a turn. */
    turnFor: z.string().optional(),
    /** So long the wait may keep the device; absent: it has none. */
    deviceUntil: Timestamp.optional(),
  })
  .meta({ id: "JobWait" });
export type JobWait = z.infer<typeof JobWait>;

/** So long a job may stand paused by its user; then it ends. */
export const longestPauseSeconds = 7 * 24 * 3_600;

/** The job waits for a person, for its caller's own checks or for the other roles of its task, without a process. */
export const JobPause = z
  .strictObject({
    /** `resume`: its user paused it. */
    for: z.enum(["answer", "checks", "approval", "resume", "roles"]),
    callbackId: CallbackId,
    since: Timestamp,
    /** Later nobody waits. */
    until: Timestamp,
    /** False: its device was released, and another is taken when the pause is over. */
    holdsDevice: z.boolean(),
  })
  .meta({ id: "JobPause" });
export type JobPause = z.infer<typeof JobPause>;

/** A job keeps the names of this many apps. */
export const mostApps = 20;

/** A session keeps the record of this many adb ports. */
export const mostAdbPorts = 20;

/** A job as stored and as the API answers it. */
export const Job = JobRequest.extend({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  /** Its commands go to a device that this job holds and lends it. */
  parentJobId: JobId.optional(),
  /** It is one role of that job's. */
  roleOf: RoleOf.optional(),
  /** Of a job with roles: each role's own job, stored when it begins to gather devices, and where it waits for one. */
  roleJobs: z.array(RoleJob).max(mostRoles).optional(),
  batch: BatchPlace.optional(),
  /** Where attempts before it went wrong: it goes to another host, if there is one. */
  excludedHosts: z.array(HostId).max(20).optional(),
  agent: JobAgent.optional(),
  /** Its task was spoken. */
  voice: SpokenTask.optional(),
  source: JobSource.optional(),
  /** What `prepare.apps` put on its device. */
  preparedApps: z.array(PreparedApp).max(mostPreparedApps).optional(),
  /** Of the devices that it had, as soon as they were given back. */
  recordings: z.array(ScreenRecording).max(mostRecordings).optional(),
  /** Of the devices that it had; absent where their logs said nothing of its apps. */
  appLogs: z.array(AppLog).max(mostAppLogs).optional(),
  /** Absent: on its device, as cleaning leaves it. */
  start: JobStart.optional(),
  /** The job whose request this is again. */
  retryOf: JobId.optional(),
  /** The model that its agent was to ask when it was submitted; absent on jobs stored before it was kept. */
  agentModel: z.string().max(100).optional(),
  /** Where what its source says could not be done. */
  divergence: Divergence.optional(),
  /** Its part of a split screen that its parent has made: it sees and touches nothing else (docs/spec.md R10). */
  window: SplitWindow.optional(),
  /** What the parts before it came to, for its agent: their words and their results. */
  partsBefore: z
    .array(z.strictObject({ text: z.string(), result: z.string() }))
    .max(20)
    .optional(),
  /** Of a workflow: its parts, as soon as they are known. Of any other job: the parts of its task, as they are ticked off. */
  taskSteps: z.array(TaskStep).max(20).optional(),
  decomposition: Decomposition.optional(),
  /** Whole: the job's own words with the tenant's and the farm's where it had none. */
  policy: Policy.prefault({}),
  pool: PoolName,
  poolQueueUrl: z.url(),
  status: JobStatus,
  createdAt: Timestamp,
  startedAt: Timestamp.optional(),
  finishedAt: Timestamp.optional(),
  /** Running jobs end at the next turn after this is set. */
  cancelRequestedAt: Timestamp.optional(),
  /** Its user wants it to be paused from then on: it is at its next turn, and takes no device before. */
  pauseRequestedAt: Timestamp.optional(),
  /** What its user told its agent meanwhile. */
  messageCount: z.int().min(0).default(0),
  /** Raised by each acquisition, so that a late message of an earlier one cannot take a second device. */
  acquisition: z.int().min(0),
  deviceId: DeviceId.optional(),
  hostId: HostId.optional(),
  leaseEpoch: z.int().min(1).optional(),
  /** Since when it has its device; absent while it has none. */
  heldSince: Timestamp.optional(),
  /** For which it had devices before this one. */
  heldMilliseconds: z.number().min(0).default(0),
  /** What its device said of itself when it was set up. */
  deviceFacts: DeviceFacts.optional(),
  /** DeviceContext as JSON: the facts and the device's apps. */
  deviceContextKey: z.string().optional(),
  /** Fences what a device wrote in the job's prompts (docs/security.md rule 2); absent on jobs stored before there was one. */
  promptMarker: z.string().min(8).optional(),
  stepCount: z.int().min(0),
  waiting: JobWait.optional(),
  /** By waits for the model service that are over. */
  waitedMilliseconds: z.number().min(0).default(0),
  /** Of these, for its turn with a service that served: no outage, and not of limits.waitSeconds. */
  turnMilliseconds: z.number().min(0).default(0),
  pause: JobPause.optional(),
  /** By pauses that are over. */
  pausedMilliseconds: z.number().min(0).default(0),
  /** Steps up to this one were made on a device that the job has no more. */
  lostSteps: z.int().min(0).optional(),
  /** Of `spentTokens` and `spentOutputTokens`, what was spent by then. */
  lostTokens: z.number().optional(),
  lostOutputTokens: z.number().optional(),
  usage: ModelUsage,
  /** Pictures that a cloud service read for it; what they cost is in `usage.costUsd`. */
  cloudReadings: z.int().min(0).optional(),
  /** Of limits.maxTokens and limits.maxCostUsd: what calls used, what is reserved for one under way, and what those may have used whose end nobody learnt. */
  spentTokens: z.number().default(0),
  spentUsd: z.number().default(0),
  /** Of limits.maxOutputTokens likewise; counted for a job that has such a limit. */
  spentOutputTokens: z.number().default(0),
  /** Reserved with one turn for the call of the next, whose step it names: the three above are without it. */
  ahead: z
    .strictObject({
      stepNumber: z.int().min(1),
      tokens: z.number(),
      usd: z.number(),
      outputTokens: z.number().optional(),
    })
    .optional(),
  /** Where it is counted for its tenant's quota as long as it is open; absent: nowhere. */
  quotaShard: z.int().min(0).optional(),
  /** Absent: none but its own limits. */
  sharedBudget: SharedBudget.optional(),
  /** What it was given of its shared budgets so far, and may use without asking again. */
  granted: BudgetAmounts.prefault({}),
  /** What it did not use was given back: it is given no more. */
  grantClosedAt: Timestamp.optional(),
  /** The same apart for each role; empty on jobs stored before it was kept. */
  usageByRole: UsageByRole.default({}),
  outcome: JobOutcome.optional(),
  /** Why its loop ended; absent when it ended without one. */
  endReason: EndReason.optional(),
  outcomeReason: z.string().max(2_000).optional(),
  /** Every validator passed before the agent started, on something that was there. */
  alreadySatisfied: z.boolean().optional(),
  claim: AgentClaim.optional(),
  /** The device as the agent found it, for the comparison at the end. */
  foundDevice: FoundDevice.optional(),
  /** The no-op baseline; absent until its first device was set up. */
  baseline: Baseline.optional(),
  judgement: z.array(ValidatorResult).optional(),
  ...JudgementSummary.partial().shape,
  /** KeptJudgement as JSON. */
  judgementKey: z.string().optional(),
  /** What a person said of it last (docs/judging.md). */
  review: ReviewSummary.optional(),
  metrics: JobMetrics.optional(),
  trajectoryKey: z.string().optional(),
  lastErrorId: ErrorId.optional(),
  lastErrorCode: z.string().max(80).optional(),
  /** Packages that were in front of its screen, in the order in which they were first seen; known when it has ended. */
  apps: z.array(z.string().max(300)).max(mostApps).optional(),
  /** It is a session. */
  session: SessionSettings.optional(),
  /** When its user last did something that is no turn. */
  sessionUsedAt: Timestamp.optional(),
  /** Its user ended it then. */
  sessionEndedAt: Timestamp.optional(),
  instruction: SessionInstruction.optional(),
  deviceLost: DeviceLoss.optional(),
  /** Of a session: its adb ports, the latest of them, and what went through each. */
  adbPorts: z.array(AdbPortUse).max(mostAdbPorts).optional(),
  /** Absent: its first, named after it. */
  executionArn: z.string().optional(),
  /** Absent: it is traced nowhere. */
  trace: JobTrace.optional(),
});
export type Job = z.infer<typeof Job>;
