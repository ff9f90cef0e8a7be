import { type BudgetAmounts, BudgetDimension, type BudgetLimits } from "../../contracts/job/budget.ts";
import type { Job } from "../../contracts/job/job.ts";
import { heldInAll } from "../../values/held-time.ts";
import { roundUsd } from "../../values/round-usd.ts";

export const noAmounts: BudgetAmounts = { usd: 0, tokens: 0, steps: 0, deviceSeconds: 0 };

/** Each dimension's number by a rule. */
export const eachAmount = (amountOf: (dimension: BudgetDimension) => number): BudgetAmounts => ({
  usd: roundUsd(amountOf("usd")),
  tokens: amountOf("tokens"),
  steps: amountOf("steps"),
  deviceSeconds: amountOf("deviceSeconds"),
});

export type BoundAmounts = Readonly<Partial<Record<BudgetDimension, number>>>;

/** What a budget bounds, in the units that are counted. */
export function boundsOf({ costUsd, tokens, steps, deviceMinutes }: BudgetLimits): BoundAmounts {
  const bounds = {
    usd: costUsd,
    tokens,
    steps,
    deviceSeconds: deviceMinutes && Math.max(1, Math.floor(deviceMinutes * 60)),
  };
  return Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound !== undefined));
}

/** What budgets bound, each or together. */
export const boundDimensions = (budgets: readonly BudgetLimits[]): BudgetDimension[] =>
  BudgetDimension.options.filter((dimension) =>
    budgets.some((budget) => boundsOf(budget)[dimension] !== undefined),
  );

type Spender = Pick<
  Job,
  "spentUsd" | "spentTokens" | "stepCount" | "heldSince" | "heldMilliseconds" | "finishedAt" | "workflow"
>;

/**
 * What a job has used of its shared budgets, calls under way at their worst. The device of a workflow is counted with the parts
 * that it is lent to.
 */
export const usedBy = (job: Spender, now: Date): BudgetAmounts => ({
  usd: job.spentUsd,
  tokens: job.spentTokens,
  steps: job.stepCount,
  deviceSeconds: job.workflow === undefined ? Math.ceil(heldInAll(job, now) / 1_000) : 0,
});
