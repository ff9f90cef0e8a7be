import * as z from "zod";
import { JobId } from "#shared/contracts/values/ids.ts";

/** What rules over stored jobs look for (docs/exports.md). */
export const ScanRule = z.enum([
  "falseComplete",
  "falseInfeasible",
  "unchecked",
  "validatorNeverReached",
  "alreadySatisfied",
  "sideEffects",
  "neverLeftLauncher",
  "loop",
  "noEffect",
  "repeatedError",
  "refusal",
  "unusableReplies",
  "missingRecord",
]);
export type ScanRule = z.infer<typeof ScanRule>;

/** `error`: the job's result misleads; `warning`: it went wrong in a known way; `note`: worth knowing. */
export const ScanSeverity = z.enum(["error", "warning", "note"]);
export type ScanSeverity = z.infer<typeof ScanSeverity>;

export const ScanFinding = z.strictObject({
  jobId: JobId,
  rule: ScanRule,
  severity: ScanSeverity,
  /** What was found, a sentence. It may quote a device or a model. */
  text: z.string().max(500),
  /** Where it begins. */
  stepNumber: z.int().min(1).optional(),
});
export type ScanFinding = z.infer<typeof ScanFinding>;
