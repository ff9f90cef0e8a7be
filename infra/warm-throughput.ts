import { newTable } from "#shared/rules/aws-quotas.ts";
import { reservedConcurrency, type Scale } from "#shared/rules/reserved-concurrency.ts";

interface WarmthSettings {
  readonly accountConcurrency: number;
  readonly scale: Scale;
  readonly tableWarmReads?: number | undefined;
  readonly tableWarmWrites?: number | undefined;
}

/**
 * Units a second for each job that thinks: a step takes 18 write units and 9 read units (docs/cost.md) and about 5 s, of which it thinks
 * for 3.
 */
const perThinkingJob = { reads: 3, writes: 6 };

/**
 * What the table must take at once, without growing into it by being throttled; undefined: what a new table takes anyway. DynamoDB
 * takes it back from no table, so that a smaller figure than a table has is refused by it.
 */
export function warmThroughput({
  accountConcurrency,
  scale,
  tableWarmReads,
  tableWarmWrites,
}: WarmthSettings) {
  const thinking = reservedConcurrency(accountConcurrency, scale).get("predict-action") ?? 0;
  const { readUnitsPerSecond, writeUnitsPerSecond } = newTable;
  const warm = {
    readUnitsPerSecond: tableWarmReads ?? Math.max(readUnitsPerSecond, thinking * perThinkingJob.reads),
    writeUnitsPerSecond: tableWarmWrites ?? Math.max(writeUnitsPerSecond, thinking * perThinkingJob.writes),
  };
  const isUsual =
    warm.readUnitsPerSecond === readUnitsPerSecond && warm.writeUnitsPerSecond === writeUnitsPerSecond;
  return isUsual ? undefined : warm;
}
