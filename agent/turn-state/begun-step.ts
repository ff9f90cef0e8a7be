import type { Step } from "#shared/contracts/step/step.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import type { Services } from "../runtime/services.ts";

/** What every step begins with, whoever chooses it. */
export const begunStep = (
  { tenantId, jobId, stepNumber }: PredictActionInput,
  { now }: Pick<Services, "now">,
): Pick<Step, "schemaVersion" | "tenantId" | "jobId" | "stepNumber" | "predictedAt"> => ({
  schemaVersion: 2,
  tenantId,
  jobId,
  stepNumber,
  predictedAt: now().toISOString(),
});
