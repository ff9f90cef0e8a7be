import * as z from "zod";
import { Observation } from "../device/observation.ts";
import { AgentName } from "../job/agent.ts";
import { CallbackId } from "../job/callback.ts";
import { JobEnd } from "../job/job-end.ts";
import { PlanKind } from "../job/plan.ts";
import { RecoveryId } from "../recovery/recovery-turn.ts";
import { mostActions } from "../step/step.ts";
import { TravellingFinding } from "../step/step-finding.ts";
import { StoredAction } from "../step/stored-action.ts";
import { JobId, PoolName, TenantId, Timestamp, TurnId } from "../values/ids.ts";

export const PredictActionInput = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  /** The step this turn makes, from 1. */
  stepNumber: z.int().min(1),
  /** null: the job waits for its model and has no device meanwhile. */
  observation: Observation.nullable(),
  alreadySatisfied: z.boolean(),
  /** The first step of this execution: a long job continues as a new one before this one has too many events. */
  firstStep: z.int().min(1).default(1),
  /** How often the state was tried before; absent in executions that began with an earlier version. */
  attempt: z.int().min(0).optional(),
  /** What VerifyStep found of the step before; null or absent: this turn compares its screens itself. */
  finding: TravellingFinding.nullish(),
  /** States beside the loop that failed since the last action, each with its error's name: none is entered twice for one turn. */
  failedHelpers: z.record(z.string(), z.string()).default({}),
});
export type PredictActionInput = z.infer<typeof PredictActionInput>;

/** What the one Choice routes on. Budgets, limits, cancellation and the end are all decided here. */
export const PredictActionOutput = z.discriminatedUnion("route", [
  z.strictObject({
    route: z.literal("perform"),
    stepNumber: z.int().min(1),
    commandId: z.string(),
    deadlineSeconds: z.int().min(1),
    actions: z.array(StoredAction).max(mostActions).readonly(),
  }),
  /**
   * The device has no part in it: the job's policy forbids what the model chose, or the job's simulated user answers it. The next turn
   * sees the same screen; with the number of this step again the user is yet to be asked.
   */
  z.strictObject({ route: z.literal("denied"), nextStepNumber: z.int().min(1) }),
  /** The loop is over; the device is judged. */
  z.strictObject({ route: z.literal("judge"), end: JobEnd }),
  /** A plan is made beside the loop, which comes back at once. */
  z.strictObject({ route: z.literal("plan"), planNumber: z.int().min(1), kind: PlanKind }),
  /** A plan is made, and this turn comes again with it. */
  z.strictObject({ route: z.literal("awaitPlan"), planNumber: z.int().min(1), kind: PlanKind }),
  /** Whether the steps up to this one bring the task on; then this turn comes again. */
  z.strictObject({ route: z.literal("checkProgress"), stepNumber: z.int().min(1) }),
  /** Whether the claim of this step holds; then this turn comes again. */
  z.strictObject({
    route: z.literal("checkCompletion"),
    stepNumber: z.int().min(1),
    /** The job names no checks: what it changed on the device is read first. */
    compare: z.literal(true).optional(),
  }),
  /** A person is asked; then the screen is looked at again, which is what the rest says. */
  z.strictObject({
    route: z.literal("ask"),
    callbackId: CallbackId,
    timeoutSeconds: z.int().min(1),
    /** Whether the device is kept meanwhile. */
    hold: z.boolean(),
    stepNumber: z.int().min(1),
    nextStepNumber: z.int().min(2),
    commandId: z.string(),
    deadlineSeconds: z.int().min(1),
    actions: z.array(StoredAction).max(0).readonly(),
  }),
  /** The job is paused until its user continues it, or says yes or no; then this turn comes again from a fresh look. */
  z.strictObject({
    route: z.literal("stand"),
    callbackId: CallbackId,
    timeoutSeconds: z.int().min(1),
    /** Whether the device is kept meanwhile. */
    hold: z.boolean(),
    nextStepNumber: z.int().min(1),
    /** Names the look after it, which is another one than each before. */
    standId: z.string().regex(/^[a-z0-9]{1,16}$/),
  }),
  z.strictObject({
    route: z.literal("callTool"),
    stepNumber: z.int().min(1),
    nextStepNumber: z.int().min(2),
  }),
  /** An outside agent has the turn: what it chooses comes as another answer of this kind. */
  z.strictObject({
    route: z.literal("awaitTurn"),
    turnId: TurnId,
    callbackId: CallbackId,
    timeoutSeconds: z.int().min(1),
    agent: AgentName,
    pool: PoolName,
    /** The worker that took the job's turn before this one: it is asked first. */
    worker: z.string().max(64).nullable(),
  }),
  /** This turn comes again: what it waited for is over. */
  z.strictObject({ route: z.literal("predict") }),
  /** The loop is over; the caller's own checks are waited for, then the device is judged. */
  z.strictObject({
    route: z.literal("awaitChecks"),
    checksId: z.string().min(1).max(60),
    timeoutSeconds: z.int().min(1),
    end: JobEnd,
  }),
  /** The other roles of the task are waited for; then this turn comes again, or the screen is looked at first, as the rest says. */
  z.strictObject({
    route: z.literal("awaitRoles"),
    callbackId: CallbackId,
    timeoutSeconds: z.int().min(1),
    look: z.boolean(),
    stepNumber: z.int().min(1),
    nextStepNumber: z.int().min(1),
    commandId: z.string(),
    deadlineSeconds: z.int().min(1),
    actions: z.array(StoredAction).max(0).readonly(),
  }),
  /** A planner and their own actor bring the device out of an error. */
  z.strictObject({ route: z.literal("recover"), recoveryId: RecoveryId, reason: z.string().max(1_000) }),
  /** The job continues as a new execution. */
  z.strictObject({ route: z.literal("continue") }),
  /** The loop is over and there is nothing to judge (cancelled). */
  z.strictObject({ route: z.literal("release"), end: JobEnd }),
  /** The same, without a device that had to be given back. */
  z.strictObject({ route: z.literal("finish"), end: JobEnd }),
  /** The model service is overloaded or away: this turn comes again then. */
  z.strictObject({ route: z.literal("wait"), until: Timestamp }),
  /** The same, for longer than the device may be kept. */
  z.strictObject({ route: z.literal("giveBack"), until: Timestamp }),
  /** The service answers again, and the job has no device. */
  z.strictObject({ route: z.literal("acquire") }),
]);
export type PredictActionOutput = z.infer<typeof PredictActionOutput>;
