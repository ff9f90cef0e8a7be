import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import { shownCounts } from "#shared/rules/shown-outcome.ts";
import { dollars, percent } from "../terminal/figures.ts";
import { plain } from "../terminal/terminal.ts";

/** How a batch stands, in one line. */
export function batchLineText({ name, status, progress, counts, lineCount, costUsd }: BatchResponse): string {
  const outcomes = shownCounts(counts);
  return [
    `${name} ${status}`,
    percent(progress.share),
    `${progress.ended + progress.skipped}/${lineCount}`,
    ...outcomes.map(([outcome, count]) => `${count} ${outcome}`),
    ...[
      [progress.running, "running"],
      [progress.skipped, "skipped"],
      [counts.deferred, "deferred"],
    ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`])),
    ...(progress.endedPerMinute === undefined ? [] : [`${progress.endedPerMinute.toFixed(1)}/min`]),
    ...(progress.expectedEnd === undefined ? [] : [`until about ${timeOf(progress.expectedEnd)}`]),
    ...(costUsd === 0 ? [] : [dollars(costUsd)]),
  ].join("  ");
}

const timeOf = (timestamp: string): string => `${timestamp.slice(11, 16)} UTC`;

/** Why it is as it is; nothing when nobody said. */
export const reasonOf = ({ statusReason }: { readonly statusReason?: string | undefined }): string =>
  statusReason === undefined ? "" : `: ${plain(statusReason)}`;
