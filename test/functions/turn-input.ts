import type { JobId } from "#shared/contracts/values/ids.ts";
import { sampleObservation, tenantId } from "../shared/storage/sample-records.ts";

/** What the workflow gives predict-action: the first turn, of a screen that shows nothing special, but for the change. */
export const turnInput = (jobId: JobId, change: Readonly<Record<string, unknown>> = {}) => ({
  schemaVersion: 1 as const,
  tenantId,
  jobId,
  stepNumber: 1,
  observation: sampleObservation(),
  alreadySatisfied: false,
  ...change,
});
