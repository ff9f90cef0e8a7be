import * as z from "zod";
import { Observation } from "../device/observation.ts";
import { Supervision } from "../job/supervision.ts";
import { PerformedStep } from "../step/performed-step.ts";
import { TravellingFinding } from "../step/step-finding.ts";
import { JobId, TenantId } from "../values/ids.ts";

export const VerifyStepInput = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  stepNumber: z.int().min(1),
  before: Observation,
  after: Observation,
  /** As the host answered it; null: it was too large for a state, and the next turn compares the screens itself. */
  step: PerformedStep.nullish(),
  /** Absent in executions that began with an earlier version. */
  verification: Supervision.shape.verification,
});
export type VerifyStepInput = z.infer<typeof VerifyStepInput>;

export const VerifyStepOutput = z.strictObject({
  nextStepNumber: z.int().min(2),
  /** It travels to the next turn, which stores it. */
  finding: TravellingFinding.nullable(),
});
export type VerifyStepOutput = z.infer<typeof VerifyStepOutput>;
