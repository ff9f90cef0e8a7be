import * as z from "zod";
import { Observation } from "../device/observation.ts";
import { PerformedStep } from "../step/performed-step.ts";
import { JobId, TenantId } from "../values/ids.ts";

export const VerifyStepInput = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  stepNumber: z.int().min(1),
  before: Observation,
  after: Observation,
  /** As the host answered it; null or absent: it is read. */
  step: PerformedStep.nullish(),
});
export type VerifyStepInput = z.infer<typeof VerifyStepInput>;

export const VerifyStepOutput = z.strictObject({
  screenChanged: z.boolean(),
  nextStepNumber: z.int().min(2),
});
export type VerifyStepOutput = z.infer<typeof VerifyStepOutput>;
