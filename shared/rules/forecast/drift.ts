import { grouped } from "../statistics/ended-run.ts";
import { sumOf } from "../statistics/share.ts";
import type { PastRun } from "./past-run.ts";

/** How much slower all runs of the next batch are than the same tasks were on the whole: a logarithm, with its spread and the degrees of freedom. */
export interface Drift {
  readonly center: number;
  readonly sigma: number;
  readonly degrees: number;
}

/** What is taken for so where the past is too short to say, and as how many batches it counts where it is not. */
export const assumedDrift = 0.06;
const assumedWeight = 2;
/** Where nothing is known at all. */
export const driftWithoutHistory = 0.35;
export const assumedSpread = 0.3;
/** So much the newest batch counts for the next one's pace, and those before it for the rest: a slow hour is followed by another. */
const newestShare = 0.3;
/** A batch with fewer says little of how fast that day was. */
const leastRuns = 5;

/** How runs of one task vary within a batch, and batches among each other. */
export function driftOf(runs: readonly PastRun[], isAssumed: boolean) {
  const ended = runs.filter(({ isInconclusive }) => !isInconclusive);
  const tasks = [...grouped(ended, ({ task, model }) => `${task} ${model}`).values()];
  const means = new Map(
    tasks.flatMap((same) => {
      const mean = sumOf(same, ({ held }) => held) / same.length;
      return same.map((run) => [run, mean] as const);
    }),
  );
  const groups = comparable(tasks);
  const pace = new Map(groups.map((some) => [some[0]?.group, paceOf(some, means)]));
  const several = tasks.filter((same) => same.length > 1);
  const scaled = several.flatMap((same) =>
    same.map((run) => run.held / ((means.get(run) ?? 1) * (pace.get(run.group) ?? 1))),
  );
  const degrees = scaled.length - several.length;
  const squares = sumOf(scaled, (ratio) => Math.log(ratio) ** 2);
  const spread = Math.sqrt((squares + 3 * assumedSpread ** 2) / (degrees + 3));
  const within = sumOf(groups, (some) => spread ** 2 / some.length) / Math.max(1, groups.length);
  return {
    spread,
    ratios: degrees < leastRuns ? lognormal(spread) : Float64Array.from(scaled),
    drift: isAssumed
      ? { center: 0, sigma: driftWithoutHistory, degrees: assumedWeight }
      : nextPace([...pace.values()], within),
  };
}

const paceOf = (runs: readonly PastRun[], means: ReadonlyMap<PastRun, number>): number =>
  sumOf(runs, ({ held }) => held) / sumOf(runs, (run) => means.get(run) ?? 0);

/** Batches by their ends, each with its runs of tasks that other batches have too. */
function comparable(tasks: readonly (readonly PastRun[])[]): readonly (readonly PastRun[])[] {
  const returning = tasks.filter((same) => new Set(same.map(({ group }) => group)).size > 1).flat();
  const end = (some: readonly PastRun[]): number => Math.max(...some.map(({ finished }) => finished));
  return [...grouped(returning, ({ group }) => group).values()]
    .filter((some) => some.length >= leastRuns)
    .toSorted((one, other) => end(one) - end(other));
}

/** By how well each batch's pace could have been told from those before it. `within`: what chance alone adds to the squares. */
function nextPace(paces: readonly number[], within: number): Drift {
  let [center, squares] = [0, 0];
  for (const [place, pace] of paces.entries()) {
    const error = Math.log(pace) - center;
    if (place > 0) squares += error ** 2;
    center += newestShare * error;
  }
  const known = Math.max(0, paces.length - 1);
  const between = Math.max(0, squares - within * known) + assumedWeight * assumedDrift ** 2;
  const degrees = known + assumedWeight;
  return { center, sigma: Math.sqrt(between / degrees), degrees };
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
