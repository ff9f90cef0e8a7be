import { BatchCounts } from "../../contracts/batch/batch-counts.ts";
import type { BatchItem } from "../../contracts/batch/batch-item.ts";
import { roundUsd } from "../../values/round-usd.ts";
import { isUnverified } from "../shown-outcome.ts";

/** What one item adds to its batch's counts; null for a line that was never taken. */
export function countsOf(item: BatchItem | null): BatchCounts {
  const counts = BatchCounts.parse({});
  if (item === null) return counts;
  const { status, attempts } = item;
  const last = attempts.at(-1);
  for (const attempt of attempts) {
    counts.steps += attempt.steps;
    counts.inputTokens += attempt.inputTokens;
    counts.outputTokens += attempt.outputTokens;
    counts.costUsd = roundUsd(counts.costUsd + (attempt.costUsd ?? 0));
    counts.deviceMilliseconds += attempt.deviceMilliseconds;
  }
  counts.attempts = attempts.length;
  if (status !== "ended") counts[status] = 1;
  else if (last?.outcome !== undefined) counts.outcomes[last.outcome] = 1;
  if (status === "ended" && last !== undefined && isUnverified(last)) counts.unverified = 1;
  if (status === "skipped" && item.skippedFor !== undefined) counts.skippedFor[item.skippedFor] = 1;
  if (status === "ended" && last?.errorCode !== undefined) counts.errorCodes[last.errorCode] = 1;
  return counts;
}

/** Each number by its own name (`outcomes.failed`): so they are stored, and added up. */
export const flatCounts = (counts: BatchCounts): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(counts).flatMap(([name, value]): (readonly [string, number])[] =>
      typeof value === "number"
        ? [[name, value]]
        : Object.entries(value).map(([part, count]) => [`${name}.${part}`, count] as const),
    ),
  );

/** The differences to add when an item changes from `before` to `after`. */
export function countsBetween(before: BatchItem | null, after: BatchItem): ReadonlyMap<string, number> {
  const [was, is] = [flatCounts(countsOf(before)), flatCounts(countsOf(after))];
  const names = new Set([...was.keys(), ...is.keys()]);
  return new Map(
    [...names].flatMap((name): (readonly [string, number])[] => {
      const more = roundUsd((is.get(name) ?? 0) - (was.get(name) ?? 0));
      return more === 0 ? [] : [[name, more]];
    }),
  );
}

/** The counts of a batch out of its shards, each by the names of `flatCounts`. */
export function sumCounts(shards: Iterable<ReadonlyMap<string, number>>): BatchCounts {
  const counts = BatchCounts.parse({});
  for (const shard of shards)
    for (const [name, count] of shard) {
      const [group, part] = name.split(/\.(.*)/s) as [keyof BatchCounts, string | undefined];
      if (part !== undefined) {
        const parts = counts[group] as Record<string, number>;
        parts[part] = (parts[part] ?? 0) + count;
      } else if (typeof counts[group] === "number")
        (counts as Record<string, unknown>)[group] = roundUsd((counts[group] as number) + count);
    }
  return withoutZeros(counts);
}

/** What was counted and taken back again is as if it had never been. */
function withoutZeros(counts: BatchCounts): BatchCounts {
  const some = <Part extends Record<string, number>>(parts: Part): Part =>
    Object.fromEntries(Object.entries(parts).filter(([, count]) => count !== 0)) as Part;
  const { outcomes, errorCodes, skippedFor } = counts;
  return { ...counts, outcomes: some(outcomes), errorCodes: some(errorCodes), skippedFor: some(skippedFor) };
}

export const endedIn = (outcomes: BatchCounts["outcomes"]): number =>
  Object.values(outcomes).reduce((sum, count) => sum + count, 0);
