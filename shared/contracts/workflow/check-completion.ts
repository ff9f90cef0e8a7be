import * as z from "zod";
import { Observation } from "../device/observation.ts";
import { DeviceChanges } from "../judging/device-changes.ts";
import { JobId, TenantId } from "../values/ids.ts";

export const CheckCompletionInput = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  /** The step that claims. */
  stepNumber: z.int().min(1),
  observation: Observation,
  /** What the job changed on the device; null: nobody looked. */
  changes: DeviceChanges.nullable().default(null),
});
export type CheckCompletionInput = z.infer<typeof CheckCompletionInput>;

/** Null: nobody could be asked, and the claim stands unchecked. */
export const CheckCompletionOutput = z.strictObject({ accepted: z.boolean().nullable() });
export type CheckCompletionOutput = z.infer<typeof CheckCompletionOutput>;
