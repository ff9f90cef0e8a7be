import type { BatchCounts } from "#shared/contracts/batch/batch-counts.ts";
import type { GroupStatistics, Interval } from "#shared/contracts/batch/batch-statistics.ts";
import { shareText } from "../../parts/format.ts";

/** Of what counts; undefined: a share of nothing. */
export function successShare({ outcomes, unverified }: BatchCounts): number | undefined {
  const { succeeded = 0, failed = 0 } = outcomes;
  const verified = succeeded - unverified;
  return verified + failed === 0 ? undefined : verified / (verified + failed);
}

export function successOf(counts: BatchCounts): string {
  const share = successShare(counts);
  return share === undefined ? "–" : shareText(share);
}

const percent = (share: number): string => (share * 100).toFixed(1);

/** `[80.4, 82.1]`, in per cent. */
export const intervalText = ({ low, high }: Interval): string => `[${percent(low)}, ${percent(high)}]`;

/** Of the largest k that says anything: `pass@3`. */
export function passText({
  passes,
}: GroupStatistics): { readonly name: string; readonly value: string } | null {
  const row = passes.findLast(({ k, tasks }) => k > 1 && tasks > 0);
  return row === undefined ? null : { name: `pass@${row.k}`, value: shareText(row.passAtK) };
}
