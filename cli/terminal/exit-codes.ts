import type { JobOutcome } from "#shared/contracts/job/job.ts";

/** What `drover` exits with; listed in docs/commands.md. */
export const exitCodes = {
  succeeded: 0,
  failed: 1,
  usage: 2,
  inconclusive: 3,
  noFarm: 4,
  cancelled: 5,
  overBudget: 6,
  refused: 7,
  invalid: 8,
  /** The API or a part of the farm answered with an error. */
  error: 10,
  interrupted: 130,
} as const;

const byOutcome: Readonly<Record<JobOutcome, number>> = {
  succeeded: exitCodes.succeeded,
  failed: exitCodes.failed,
  inconclusive: exitCodes.inconclusive,
  cancelled: exitCodes.cancelled,
  over_budget: exitCodes.overBudget,
  refused: exitCodes.refused,
  invalid: exitCodes.invalid,
};

export const exitCodeOf = (outcome: JobOutcome): number => byOutcome[outcome];
