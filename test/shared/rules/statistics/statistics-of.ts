import type { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import type { BatchStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { gatherStatistics } from "#shared/rules/statistics/batch-statistics.ts";

/** Of items that are all there. */
export function batchStatistics(
  items: readonly BatchItem[],
  whole: Parameters<typeof gatherStatistics>[0] = {},
): BatchStatistics {
  const { add, result } = gatherStatistics(whole);
  for (const item of items) add(item);
  return result();
}
