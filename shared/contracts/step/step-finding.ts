import * as z from "zod";
import { Timestamp } from "../values/ids.ts";
import { Step } from "./step.ts";

/** What VerifyStep, or else the turn after a step, found of it; it is stored with the step that this turn makes. */
export const StepFinding = z.strictObject({
  verifiedAt: Timestamp,
  verifyMilliseconds: z.number(),
  screenChanged: z.boolean(),
  ...Step.pick({ verification: true, feedback: true }).shape,
});
export type StepFinding = z.infer<typeof StepFinding>;

/** A finding on its way from VerifyStep to the next turn. */
export const TravellingFinding = z.strictObject({ stepNumber: z.int().min(1), ...StepFinding.shape });
export type TravellingFinding = z.infer<typeof TravellingFinding>;
