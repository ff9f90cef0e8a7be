import type { Evidence } from "../../contracts/judging/evidence.ts";
import type { ValidatorResult } from "../../contracts/judging/validator.ts";
import { defined } from "../../values/defined.ts";
import { shortEvidence } from "./bound-evidence.ts";
import { failedCheck } from "./failed-check.ts";

/** A result as the job keeps it: with what was read, where that is short, and what a check that failed missed. */
export function withEvidence(result: ValidatorResult, evidence: Evidence): ValidatorResult {
  const { validator, verdict, observed } = result;
  const mismatch = verdict === "failed" ? failedCheck(validator, evidence, observed) : undefined;
  return { ...result, ...defined({ evidence: shortEvidence(evidence), mismatch }) };
}
