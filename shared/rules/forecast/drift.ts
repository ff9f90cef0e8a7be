import { grouped } from "../statistics/ended-run.ts";
import { sumOf } from "../statistics/share.ts";
import type { PastRun } from "./past-run.ts";

/** How much faster or slower all runs of one batch are than the same tasks in others: of the logarithm, with the degrees of freedom. */
export interface Drift {
  readonly sigma: number;
  readonly degrees: number;
}

/** What is taken for so where the past is too short to say, and as how many batches it counts where it is not. */
export const assumedDrift = 0.06;
const assumedWeight = 2;
/** Where nothing is known at all. */
export const driftWithoutHistory = 0.35;
export const assumedSpread = 0.3;
/** A batch with fewer says little of how fast that day was. */
const leastRuns = 5;

/** How runs of one task vary within a batch, and batches among each other. */
export function driftOf(runs: readonly PastRun[], isAssumed: boolean) {
  const ended = runs.filter(({ isInconclusive }) => !isInconclusive);
  const tasks = grouped(ended, ({ task, model }) => `${task} ${model}`);
  const means = new Map<PastRun, number>();
  const returning = new Set<PastRun>();
  for (const same of tasks.values()) {
    const mean = sumOf(same, ({ held }) => held) / same.length;
    for (const run of same) means.set(run, mean);
    if (new Set(same.map(({ group }) => group)).size > 1) for (const run of same) returning.add(run);
  }
  const groups = [...grouped(returning, ({ group }) => group)].filter(([, some]) => some.length >= leastRuns);
  const pace = new Map(
    groups.map(([group, some]) => [
      group,
      sumOf(some, ({ held }) => held) / sumOf(some, (run) => means.get(run) ?? 0),
    ]),
  );
  const several = [...tasks.values()].filter((same) => same.length > 1);
  const scaled = several.flatMap((same) =>
    same.map((run) => run.held / ((means.get(run) ?? 1) * (pace.get(run.group) ?? 1))),
  );
  const degrees = scaled.length - several.length;
  const squares = sumOf(scaled, (ratio) => Math.log(ratio) ** 2);
  const spread = Math.sqrt((squares + 3 * assumedSpread ** 2) / (degrees + 3));
  const within = sumOf(groups, ([, some]) => spread ** 2 / some.length) / Math.max(1, groups.length);
  const between =
    sumOf(pace.values().toArray(), (ratio) => Math.log(ratio) ** 2) - within * Math.max(0, groups.length - 1);
  const known = Math.max(0, groups.length - 1);
  const variance = (Math.max(0, between) + assumedWeight * assumedDrift ** 2) / (known + assumedWeight);
  return {
    spread,
    ratios: degrees < leastRuns ? lognormal(spread) : Float64Array.from(scaled),
    drift: {
      sigma: isAssumed ? driftWithoutHistory : Math.sqrt(variance * (1 + 1 / Math.max(1, groups.length))),
      degrees: known + assumedWeight,
    },
  };
}

/** Twenty-one values whose logarithms are spread like this, with a mean of 1: by the logistic curve, which is near the normal one. */
export function lognormal(spread: number): Float64Array {
  const values = Float64Array.from({ length: 21 }, (_each, place) => {
    const share = (place + 0.5) / 21;
    return Math.exp((spread * Math.log(share / (1 - share))) / 1.7);
  });
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value / mean);
}
