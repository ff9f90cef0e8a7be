import * as z from "zod";
import { ModelUsage } from "../agent/model-settings.ts";
import { RaisedException } from "../agent/raised-exception.ts";
import { Observation } from "../device/observation.ts";
import { JobId, TenantId, Timestamp } from "../values/ids.ts";
import { PlannedStep, RecoveryMessage } from "./recovery-messages.ts";
import { RecoveryTurn } from "./recovery-turn.ts";

/** What kind of failure it was (docs/spec.md E5). */
export const FailureCategory = z.enum([
  "element_not_found",
  "action_failed",
  "validation_failed",
  "timeout",
  "system_error",
]);
export type FailureCategory = z.infer<typeof FailureCategory>;

/** How a recovery is tried (docs/spec.md E6). */
export const RecoveryStrategy = z.enum([
  "retry_with_variations",
  "alternative_path",
  "wait_and_retry",
  "graceful_degradation",
  "notify_user",
]);
export type RecoveryStrategy = z.infer<typeof RecoveryStrategy>;

/**
 * - `recovered`: a plan was carried out, and nothing is in the way any more.
 * - `not_recovered`: no plan worked within its replans, steps or time.
 * - `infeasible`: the planner says why it cannot be done.
 * - `aborted`: the actor gave up for good, somebody cancelled, a model could not be asked, or the device was lost.
 * - `planned`: there is a plan, and no device to carry it out on.
 */
export const RecoveryOutcome = z.enum(["recovered", "not_recovered", "infeasible", "aborted", "planned"]);
export type RecoveryOutcome = z.infer<typeof RecoveryOutcome>;

/** What brought it about: an error that retries did not cure, an agent that is stuck, or somebody else's automation. */
export const RecoverySource = z.enum(["error", "stuck", "api"]);
export type RecoverySource = z.infer<typeof RecoverySource>;

const count = z.int().min(0);
const Tally = z.strictObject({ calls: count.default(0), hits: count.default(0) });

/** How often each tool was used, and was right. */
export const RecoveryTools = z
  .strictObject({
    /** Elements looked for; found with enough confidence. */
    locator: Tally.prefault({}),
    /** Actions sent; carried out. */
    executor: Tally.prefault({}),
    /** Steps judged successes of plans whose end was looked at; rightly. */
    validator: Tally.prefault({}),
    /** Screens taken; with a picture or a tree. */
    screenshot: Tally.prefault({}),
  })
  .meta({ id: "RecoveryTools" });
export type RecoveryTools = z.infer<typeof RecoveryTools>;

/** Counts from which every figure of E7 follows (api/recoveries/recovery-metrics.ts). */
export const RecoveryCounts = z
  .strictObject({
    /** From the exception to the end. */
    milliseconds: z.number().min(0),
    replans: count,
    /** Steps of plans that succeeded, and tries of all options that it took. */
    succeededSteps: count,
    tries: count,
    tools: RecoveryTools,
  })
  .meta({ id: "RecoveryCounts" });
export type RecoveryCounts = z.infer<typeof RecoveryCounts>;

export const RecoveryPlan = z
  .strictObject({
    planId: z.string().max(60),
    at: Timestamp,
    /** Told to the planner. */
    strategy: RecoveryStrategy,
    feasible: z.boolean(),
    rootCause: z.string().max(500),
    /** Why it is not feasible, or what the plan is about. */
    reason: z.string().max(500),
    /** The immediate action, and why. */
    directive: z.string().max(500).optional(),
    /** What is on the screen when it has worked. */
    expected: z.string().max(200).optional(),
    model: z.string().max(100),
    usage: ModelUsage,
  })
  .meta({ id: "RecoveryPlan" });
export type RecoveryPlan = z.infer<typeof RecoveryPlan>;

/** The step of the plan that is being carried out. */
export const RecoveryProgress = z
  .strictObject({
    planId: z.string().max(60),
    steps: z.array(PlannedStep),
    /** Of `steps`, from 0. */
    stepIndex: count,
    startedAt: Timestamp,
    /** 0: the step itself; then its fallbacks. */
    option: count,
    /** Of this option. */
    tries: count,
    /** Looks for this option's target, by waiting or scrolling. */
    seeks: count,
    /** Of the step. */
    attempts: count,
    /** The action that the device was told last. */
    pending: z
      .strictObject({
        stepNumber: z.int().min(1),
        before: Observation,
        /** It acts, or only moves on to where the target may be. */
        kind: z.enum(["act", "seek"]),
        /** Further looks at the screen after it. */
        looks: count,
      })
      .optional(),
    /** Why the tries before failed. */
    problem: z.string().max(500).optional(),
  })
  .meta({ id: "RecoveryProgress" });
export type RecoveryProgress = z.infer<typeof RecoveryProgress>;

/** One recovery as it is stored with its job: `recovery#<n>` in the job's partition. */
export const Recovery = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  recoveryNumber: z.int().min(1),
  /** `<job>-<n>` */
  recoveryId: z.string().max(60),
  source: RecoverySource,
  /** Of the catalogue, when it is one of ours. */
  errorCode: z.string().max(80).optional(),
  category: FailureCategory,
  ...RaisedException.shape,
  /** The screen it began from: what was sent with the exception, or what the job saw. */
  screenshotKey: z.string().nullable().default(null),
  treeKey: z.string().nullable().default(null),
  /** When that screen was seen, by its device. */
  observedAt: Timestamp.optional(),
  /** Of the job, at which it began. */
  stepNumber: z.int().min(1),
  startedAt: Timestamp,
  endedAt: Timestamp.optional(),
  plans: z.array(RecoveryPlan).max(8).default([]),
  messages: z.array(RecoveryMessage).max(200).default([]),
  progress: RecoveryProgress.optional(),
  succeededSteps: count.default(0),
  tries: count.default(0),
  tools: RecoveryTools.prefault({}),
  outcome: RecoveryOutcome.optional(),
  /** One sentence for people and for the agent's next prompt. */
  reason: z.string().max(1_000).optional(),
  counts: RecoveryCounts.optional(),
  /** The state machine's last turn and its answer: a function that runs twice for one turn answers the same. */
  turn: count.default(0),
  answer: RecoveryTurn.optional(),
});
export type Recovery = z.infer<typeof Recovery>;

export const recoveryIdOf = (jobId: JobId, recoveryNumber: number): string => `${jobId}-${recoveryNumber}`;
