import type { Interval } from "../../contracts/batch/batch-statistics.ts";
import { sumOf } from "./share.ts";
import { normalQuantile, studentQuantile } from "./student-t.ts";

/** A task's runs that count. */
export interface RunTally {
  readonly runs: number;
  readonly successes: number;
}

/**
 * Wilson's score interval, 95 % (E. B. Wilson, JASA 22, 1927): it stays within 0 and 1 and holds for few runs too. The
 * number of runs need not be whole.
 */
export function wilsonInterval(successes: number, runs: number): Interval {
  if (runs <= 0) return { low: 0, high: 1 };
  const rate = successes / runs;
  const square = normalQuantile ** 2;
  const centre = (rate + square / (2 * runs)) / (1 + square / runs);
  const reach =
    (normalQuantile / (1 + square / runs)) *
    Math.sqrt((rate * (1 - rate)) / runs + square / (4 * runs * runs));
  return {
    low: successes === 0 ? 0 : Math.max(0, centre - reach),
    high: successes === runs ? 1 : Math.min(1, centre + reach),
  };
}

/**
 * The variance of the rate over all runs when whole tasks are drawn: the squares of each task's sum of residuals, over the
 * square of the runs (the cluster-robust variance of a mean; E. Miller, Adding Error Bars to Evals, arXiv:2411.00640,
 * section 2.2), times G / (G - 1) for G tasks. Null for fewer than two tasks.
 */
function clusteredVariance(tasks: readonly RunTally[], rate: number, runs: number): number | null {
  if (tasks.length < 2) return null;
  const squares = sumOf(tasks, (task) => (task.successes - task.runs * rate) ** 2);
  return ((tasks.length / (tasks.length - 1)) * squares) / runs ** 2;
}

export function clusteredStandardError(tallies: readonly RunTally[]): number | null {
  const { tasks, runs, rate } = totals(tallies);
  const variance = clusteredVariance(tasks, rate, runs);
  return variance === null ? null : Math.sqrt(variance);
}

/**
 * Wilson's interval for as many independent runs as these are worth (the effective sample size: runs over the design
 * effect, with Student's t for few tasks; E. L. Korn and B. I. Graubard, Survey Methodology 24, 1998; C. Franco et al., Journal
 * of Survey Statistics and Methodology 7, 2019). Never narrower than without clusters. Where all runs ended alike nothing
 * tells how far the runs of a task hang together: each task then counts as one run.
 */
export function clusteredInterval(tallies: readonly RunTally[]): Interval {
  const { tasks, runs, rate } = totals(tallies);
  const variance = clusteredVariance(tasks, rate, runs);
  if (variance === null) return { low: 0, high: 1 };
  const independent = (rate * (1 - rate)) / runs;
  const worth = independent === 0 ? tasks.length : runs / Math.max(1, variance / independent);
  const effective = worth * (normalQuantile / studentQuantile(tasks.length - 1)) ** 2;
  return wilsonInterval(rate * effective, effective);
}

function totals(tallies: readonly RunTally[]) {
  const tasks = tallies.filter((task) => task.runs > 0);
  const runs = sumOf(tasks, (task) => task.runs);
  return { tasks, runs, rate: runs === 0 ? 0 : sumOf(tasks, (task) => task.successes) / runs };
}
