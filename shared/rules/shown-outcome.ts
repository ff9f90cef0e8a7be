import type { BatchCounts } from "../contracts/batch/batch-counts.ts";
import type { JobOutcome } from "../contracts/job/job.ts";
import type { JudgementSummary } from "../contracts/judging/judging.ts";

/** An outcome as people are shown it: a success that no check confirmed is its own state. */
export type ShownOutcome = JobOutcome | "unverified";

interface Ended<Outcome> {
  readonly outcome?: Outcome;
  readonly verdict?: JudgementSummary["verdict"] | undefined;
}

/** Only the agent and the completion check say that it is done (docs/judging.md). */
export const isUnverified = ({ outcome, verdict }: Ended<JobOutcome | undefined>): boolean =>
  outcome === "succeeded" && verdict === "unverified";

export const shownOutcome = <Outcome extends JobOutcome | undefined>(
  job: Ended<Outcome>,
): Outcome | "unverified" | undefined => (isUnverified(job) ? "unverified" : job.outcome);

/** In a line of text: `succeeded, unverified`. */
export const outcomeText = (job: Ended<JobOutcome | undefined>): string =>
  isUnverified(job) ? "succeeded, unverified" : (job.outcome ?? "");

/** Counts by outcome, unverified ones separately; empty outcomes are absent. */
export function shownCounts({ outcomes, unverified }: Pick<BatchCounts, "outcomes" | "unverified">) {
  const { succeeded = 0, ...others } = outcomes;
  const all: Partial<Record<ShownOutcome, number>> = {
    succeeded: succeeded - unverified,
    unverified,
    ...others,
  };
  return Object.entries(all).filter(([, count]) => count > 0);
}
