import * as z from "zod";
import { JobId, TenantId, Timestamp } from "../ids.ts";
import { Observation } from "../observation.ts";
import { mostActions } from "../step.ts";
import { StoredAction } from "../stored-action.ts";
import { JobEnd } from "./job-end.ts";

export const PredictActionInput = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  /** The step this turn makes, from 1. */
  stepNumber: z.int().min(1),
  /** null: the job waits for its model and has no device meanwhile. */
  observation: Observation.nullable(),
  alreadySatisfied: z.boolean(),
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
  /** The job's policy forbids what the model chose: the step is closed, and the next turn sees the same screen. */
  z.strictObject({ route: z.literal("denied"), nextStepNumber: z.int().min(2) }),
  /** The loop is over; the device is judged. */
  z.strictObject({ route: z.literal("judge"), end: JobEnd }),
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
