import * as z from "zod";
import { TenantId, Timestamp } from "../values/ids.ts";
import { SafeText } from "../values/safe-text.ts";

export const StopReason = SafeText.max(300);

/** The switch that stops every agent loop of a tenant (docs/security.md rule 10). Nothing stored: it was never used. */
export const FarmSwitch = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  /** No job is accepted and no model is called until the farm is resumed. */
  stopped: z.boolean(),
  /** The last stop: a job that is older ends, also when the farm was resumed before anybody looked at it. */
  stoppedAt: Timestamp,
  reason: StopReason,
  resumedAt: Timestamp.optional(),
});
export type FarmSwitch = z.infer<typeof FarmSwitch>;
