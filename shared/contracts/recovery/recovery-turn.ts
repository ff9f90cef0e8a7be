import * as z from "zod";
import { Lease } from "../device/lease.ts";
import { Observation } from "../device/observation.ts";
import { ModelPictureOrder, Perception } from "../device/perception.ts";
import { CommandAttributes } from "../step/command-attributes.ts";
import { mostActions } from "../step/step.ts";
import { StoredAction } from "../step/stored-action.ts";
import { JobId, TenantId } from "../values/ids.ts";

/** Part of an execution's name. */
export const RecoveryId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);

const recovery = {
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  recoveryId: RecoveryId,
  /** Why it is entered, a sentence. */
  reason: z.string().max(1_000),
  /** Null: there is no device, only what was said of the error. */
  lease: Lease.nullable(),
  /** The step that is made next. */
  stepNumber: z.int().min(1),
  observation: Observation.nullable(),
};

/** Counts the calls of the recovery's functions: one that runs twice for one turn answers what it answered. */
const turnNumber = z.int().min(1);

/** The state that could not be carried out. */
const failure = z
  .strictObject({ state: z.string(), error: z.string(), cause: z.string().default("") })
  .nullable();

/** The input of an execution of `recovery`. */
export const RecoveryExecutionInput = z.strictObject({
  ...recovery,
  modelPicture: ModelPictureOrder.nullable(),
  ocr: Perception.shape.ocr,
  messageAttributes: CommandAttributes.optional(),
});
export type RecoveryExecutionInput = z.infer<typeof RecoveryExecutionInput>;

export const PlanRecoveryInput = z.strictObject({ ...recovery, turnNumber });
export type PlanRecoveryInput = z.infer<typeof PlanRecoveryInput>;

export const ActRecoveryInput = z.strictObject({ ...recovery, turnNumber });
export type ActRecoveryInput = z.infer<typeof ActRecoveryInput>;

/** After the device did what it was told, or when there was nothing to do; `failure`: its command failed. */
export const ReportRecoveryInput = z.strictObject({ ...recovery, turnNumber, failure });
export type ReportRecoveryInput = z.infer<typeof ReportRecoveryInput>;

/** What RouteRecovery routes on, whoever answered it. */
export const RecoveryTurn = z.discriminatedUnion("route", [
  /** The actor chooses how the plan's step is done. */
  z.strictObject({ route: z.literal("act"), nextStepNumber: z.int().min(1) }),
  /** The device does it. */
  z.strictObject({
    route: z.literal("perform"),
    nextStepNumber: z.int().min(1),
    stepNumber: z.int().min(1),
    commandId: z.string(),
    deadlineSeconds: z.int().min(1),
    actions: z.array(StoredAction).max(mostActions).readonly(),
  }),
  /** Nothing was to be performed: the actor reports at once. */
  z.strictObject({ route: z.literal("report"), nextStepNumber: z.int().min(1) }),
  /** The actor asks for another plan. */
  z.strictObject({ route: z.literal("plan"), nextStepNumber: z.int().min(1) }),
  /** Recovered, given up or aborted: the record says which. */
  z.strictObject({ route: z.literal("end"), nextStepNumber: z.int().min(1) }),
]);
export type RecoveryTurn = z.infer<typeof RecoveryTurn>;

export const EndRecoveryInput = z.strictObject({
  ...recovery,
  /** Null: the recovery came to its own end. */
  failure,
});
export type EndRecoveryInput = z.infer<typeof EndRecoveryInput>;

/** The execution's output: from where the job continues. */
export const EndRecoveryOutput = z.strictObject({
  recoveryId: RecoveryId,
  recovered: z.boolean(),
  /** A sentence for people. */
  detail: z.string().max(1_000),
  nextStepNumber: z.int().min(1),
  observation: Observation.nullable(),
});
export type EndRecoveryOutput = z.infer<typeof EndRecoveryOutput>;
