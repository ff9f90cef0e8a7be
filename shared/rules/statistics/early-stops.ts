import type { BatchStatistics } from "../../contracts/batch/batch-statistics.ts";
import type { TaskId, VariantName } from "../../contracts/values/batch-ids.ts";
import { roundUsd } from "../../values/round-usd.ts";
import { type EndedRun, grouped, taskAndVariant } from "./ended-run.ts";
import { median } from "./quartiles.ts";
import { countsAsRun } from "./stop-when.ts";

/** A repetition that was left out. */
export interface LeftOut {
  readonly taskId: TaskId;
  readonly variant: VariantName;
}

interface Usual {
  readonly costUsd: number | null;
  readonly deviceMilliseconds: number | null;
}

/** What the repetitions left out would have used, by the medians of those that were run. */
export function earlyStops(
  leftOut: readonly LeftOut[],
  runs: readonly EndedRun[],
): BatchStatistics["earlyStops"] {
  const counted = runs.filter(({ outcome }) => countsAsRun(outcome));
  const ofTask = usualOf(counted, taskAndVariant);
  const ofVariant = usualOf(counted, ({ variant }) => variant);
  let [savedUsd, savedDeviceMilliseconds, unknown] = [0, 0, 0];
  for (const item of leftOut) {
    const usual = [ofTask.get(taskAndVariant(item)), ofVariant.get(item.variant)];
    const costUsd = usual.find((one) => one && one.costUsd !== null)?.costUsd ?? null;
    if (costUsd === null) unknown += 1;
    savedUsd += costUsd ?? 0;
    savedDeviceMilliseconds += usual.find((one) => one !== undefined)?.deviceMilliseconds ?? 0;
  }
  return { items: leftOut.length, savedUsd: roundUsd(savedUsd), savedDeviceMilliseconds, unknown };
}

function usualOf(runs: readonly EndedRun[], key: (run: EndedRun) => string): ReadonlyMap<string, Usual> {
  return new Map(
    [...grouped(runs, key)].map(([name, group]) => {
      const costs = group.map(({ last }) => last.costUsd).filter((usd) => usd !== undefined);
      const times = group.map(({ last }) => last.deviceMilliseconds);
      return [name, { costUsd: median(costs), deviceMilliseconds: median(times) }];
    }),
  );
}
