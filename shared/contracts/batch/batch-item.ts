import * as z from "zod";
import { QuestionCounts } from "../agent/simulated-user.ts";
import { JobStart } from "../device/snapshot.ts";
import { AgentKind } from "../job/agent.ts";
import { JobOutcome } from "../job/job.ts";
import { ReviewSummary } from "../job/review.ts";
import { FailedCheck } from "../judging/failed-check.ts";
import { BatchItemKey, TaskId, VariantName } from "../values/batch-ids.ts";
import { BatchId, DeviceId, HostId, JobId, TenantId, Timestamp } from "../values/ids.ts";
import { Tag } from "../values/tag.ts";

/** What one job of an item came to: all that lists, statistics and results need, so that no job is read for them. */
export const ItemAttempt = z.strictObject({
  jobId: JobId,
  /** From 1. */
  attempt: z.int().min(1).max(100),
  startedAt: Timestamp,
  endedAt: Timestamp.optional(),
  outcome: JobOutcome.optional(),
  outcomeReason: z.string().max(300).optional(),
  /** The check that it failed by. */
  failedCheck: FailedCheck.optional(),
  /** Of the farm's fault that ended it. */
  errorCode: z.string().max(60).optional(),
  deviceId: DeviceId.optional(),
  hostId: HostId.optional(),
  androidRelease: z.string().max(20).optional(),
  /** The app that was last in front. */
  app: z.string().max(300).optional(),
  /** Who chose its actions, by name or kind; absent: Drover's own agent. */
  agent: z.string().max(100).optional(),
  /** Agents of two kinds may have one name. Absent where it was not kept. */
  agentKind: AgentKind.optional(),
  /** The model of Drover's own agent; another's is its own affair. */
  model: z.string().max(100).optional(),
  steps: z.int().min(0).default(0),
  inputTokens: z.int().min(0).default(0),
  outputTokens: z.int().min(0).default(0),
  /** Absent where a model had no price. */
  costUsd: z.number().min(0).optional(),
  /** From its start to its end, waits included. */
  wallMilliseconds: z.number().min(0).default(0),
  queuedMilliseconds: z.number().min(0).default(0),
  /** On a device. */
  deviceMilliseconds: z.number().min(0).default(0),
  /** 0 to 1 (docs/judging.md). */
  progress: z.number().min(0).max(1).optional(),
  falseComplete: z.boolean().optional(),
  /** Kept of a success that no check confirmed. */
  verdict: z.literal("unverified").optional(),
  sideEffects: z.int().min(0).optional(),
  /** Of a job with a simulated user. */
  questions: QuestionCounts.optional(),
  /** The latest review of its job: in figures it replaces the checks' verdict. */
  review: ReviewSummary.optional(),
  /** Of the task's attempts that begin from one snapshot, and what this one began from. */
  group: z.int().min(1).optional(),
  start: JobStart.optional(),
});
export type ItemAttempt = z.infer<typeof ItemAttempt>;

/**
 * `running`: a job of it is under way; `ended`: its last attempt counts; `deferred`: to be run in a later round; `skipped`: not run,
 * and why. While a run lasts, a line that was never taken has no item.
 */
export const BatchItemStatus = z.enum(["running", "ended", "deferred", "skipped"]);
export type BatchItemStatus = z.infer<typeof BatchItemStatus>;

/** `enough`: by `stopWhen`; `stopped`: by the stop rule. `reason` is a sentence. */
export const SkipCause = z.enum([
  "enough",
  "stopped",
  "budget",
  "cancelled",
  "prerequisite",
  "killSwitch",
  "invalid",
]);
export type SkipCause = z.infer<typeof SkipCause>;
/** What a deferred item waits for: to be tried again in its turn, or when all else has ended. */
export const DeferCause = z.enum(["retry", "alone"]);
export type DeferCause = z.infer<typeof DeferCause>;

/** A line as its batch knows it since it was first taken. */
export const BatchItem = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  batchId: BatchId,
  itemKey: BatchItemKey,
  /** Its place in the whole manifest, from 1. */
  line: z.int().min(1),
  taskId: TaskId,
  variant: VariantName,
  epoch: z.int().min(1),
  tags: z.array(Tag).max(20).default([]),
  weight: z.number().positive().default(1),
  prerequisite: TaskId.optional(),
  status: BatchItemStatus,
  /** Why it was deferred or skipped. */
  reason: z.string().max(300).optional(),
  /** Of a skipped one: what statistics count the money saved by. */
  skippedFor: SkipCause.optional(),
  /** Of one that was left when a run ended: lines that are sent again later have it run. */
  skippedAt: Timestamp.optional(),
  /** Of a deferred one. */
  deferredFor: DeferCause.optional(),
  /** Attempts before a requested rerun: the retry rule counts from here. */
  attemptsForgiven: z.int().min(0).optional(),
  /** The last one is what counts; those before stay. */
  attempts: z.array(ItemAttempt).max(20).default([]),
});
export type BatchItem = z.infer<typeof BatchItem>;

/** The part of an attempt that an overview of a batch reads. */
export const BriefAttempt = z.object(
  ItemAttempt.pick({
    jobId: true,
    startedAt: true,
    outcome: true,
    verdict: true,
    outcomeReason: true,
    failedCheck: true,
    errorCode: true,
    deviceId: true,
    hostId: true,
    androidRelease: true,
    app: true,
    steps: true,
    wallMilliseconds: true,
    costUsd: true,
    review: true,
  }).shape,
);
export type BriefAttempt = z.infer<typeof BriefAttempt>;

/** The same of an item: of 100,000 no more is checked and held than is needed. */
export const BriefItem = z.object({
  ...BatchItem.pick({
    itemKey: true,
    line: true,
    taskId: true,
    variant: true,
    epoch: true,
    status: true,
  }).shape,
  attempts: z.array(BriefAttempt).default([]),
});
export type BriefItem = z.infer<typeof BriefItem>;
