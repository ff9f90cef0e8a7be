import type { JobOutcome } from "../../contracts/job/job.ts";
import { wilsonInterval } from "./rate-interval.ts";

/** Only these enter a success rate: the others are not what the agent did. */
export const countsAsRun = (outcome: JobOutcome | undefined): outcome is "succeeded" | "failed" =>
  outcome === "succeeded" || outcome === "failed";

/** `stopWhen.agree`: the last `count` runs that count, in the order in which they ended, ended alike. */
export function hasAgreed(outcomes: readonly JobOutcome[], count: number): boolean {
  const last = outcomes.filter(countsAsRun).slice(-count);
  return last.length === count && new Set(last).size === 1;
}

/**
 * `stopWhen.ci`: half the width of Wilson's interval (95 %) over the runs that count. These are the tasks that are asked
 * about, so their repetitions count one by one: no number of them tells more about other tasks (docs/decisions/0088).
 */
export function halfWidth(successes: number, runs: number): number {
  const { low, high } = wilsonInterval(successes, runs);
  return (high - low) / 2;
}
