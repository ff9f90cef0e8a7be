import * as z from "zod";
import { Observation } from "../device/observation.ts";
import { JobId, TenantId } from "../values/ids.ts";

export const CheckProgressInput = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  /** The last step before the check. */
  stepNumber: z.int().min(1),
  observation: Observation,
});
export type CheckProgressInput = z.infer<typeof CheckProgressInput>;

/** Null: nobody could be asked, and the job continues without. */
export const CheckProgressOutput = z.strictObject({ progressing: z.boolean().nullable() });
export type CheckProgressOutput = z.infer<typeof CheckProgressOutput>;
