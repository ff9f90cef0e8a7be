import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import type { SkipCause } from "#shared/contracts/batch/batch-item.ts";
import type { BatchStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import type { JobOutcome } from "#shared/contracts/job/job.ts";
import { exitCodeOf, exitCodes } from "../terminal/exit-codes.ts";

/** The first of these that a job ended with is the batch's. */
const worstFirst: readonly JobOutcome[] = [
  "failed",
  "over_budget",
  "refused",
  "invalid",
  "cancelled",
  "inconclusive",
];

/** What a line that was not run counts as; undefined: as nothing, because nobody needs it. */
const skippedAs: Readonly<Record<SkipCause, JobOutcome | undefined>> = {
  enough: undefined,
  budget: "over_budget",
  invalid: "invalid",
  cancelled: "cancelled",
  killSwitch: "cancelled",
  stopped: "inconclusive",
  prerequisite: "inconclusive",
};

/** What `drover batch run` and `watch` end with (docs/batches.md). What quarantined tasks came to counts for nothing. */
export function batchExitCode(
  { status, counts }: Pick<BatchResponse, "status" | "counts">,
  quarantined?: BatchStatistics["quarantined"],
): number {
  if (status === "refused") return exitCodes.usage;
  if (status === "failed") return exitCodes.error;
  if (status === "cancelled") return exitCodes.cancelled;
  const skipped = Object.entries(counts.skippedFor).flatMap(([cause, count]) =>
    count > 0 ? (skippedAs[cause as SkipCause] ?? []) : [],
  );
  const worst = worstFirst.find(
    (outcome) =>
      (counts.outcomes[outcome] ?? 0) > (quarantined?.statistics.outcomes[outcome] ?? 0) ||
      skipped.includes(outcome),
  );
  return worst === undefined ? exitCodes.succeeded : exitCodeOf(worst);
}
