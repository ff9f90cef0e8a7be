import { hash } from "node:crypto";
import type { BatchItem, BriefAttempt } from "../../contracts/batch/batch-item.ts";
import { reasonCause } from "../judging/check-cause.ts";
import { countedOutcome } from "../statistics/ended-run.ts";

const hexDigits = 10;

interface Tried {
  readonly status: BatchItem["status"];
  readonly attempts: readonly Pick<
    BriefAttempt,
    "outcome" | "outcomeReason" | "failedCheck" | "errorCode" | "review"
  >[];
}

/**
 * Why an item did not succeed, as an id that is the same for items alike: outcome, error code, and the check that failed or, without one,
 * what was said without what differs from job to job. Null: it succeeded, or has not ended.
 */
export function causeOf({ status, attempts }: Tried): string | null {
  const last = attempts.at(-1);
  if (status !== "ended" || last?.outcome === undefined) return null;
  const { outcome } = countedOutcome(last.outcome, last.review);
  if (outcome === "succeeded") return null;
  const alike = JSON.stringify([outcome, last.errorCode ?? null, reasonCause(last)]);
  return hash("sha256", alike).slice(0, hexDigits);
}
