import * as z from "zod";
import { JobId, TenantId, Timestamp } from "../values/ids.ts";
import { SafeText } from "../values/safe-text.ts";

/** What a job's `external` validator is called, and its caller names when he has looked. */
export const CheckName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
    "must be 1 to 64 letters, digits, '-' or '_', starting with a letter or digit",
  )
  .brand<"CheckName">();
export type CheckName = z.infer<typeof CheckName>;

/** What a caller's own check found on the device that the job still holds (docs/spec.md G5). */
export const CheckResult = z.strictObject({
  passed: z.boolean(),
  /** What was there, for people. */
  observed: SafeText.max(500).default(""),
});
export type CheckResult = z.infer<typeof CheckResult>;

/** The same as stored. */
export const ExternalCheck = CheckResult.extend({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  name: CheckName,
  checkedAt: Timestamp,
});
export type ExternalCheck = z.infer<typeof ExternalCheck>;
