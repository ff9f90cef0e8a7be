import { BudgetDimension } from "#shared/contracts/job/budget.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobEnd } from "#shared/contracts/job/job-end.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { noAmounts } from "#shared/rules/budget/budget-amounts.ts";
import { heldInAll } from "#shared/values/held-time.ts";
import type { Services } from "../runtime/services.ts";
import { isOver } from "./reserve-call.ts";
import { takeGrant } from "./take-grant.ts";

/**
 * Has the turn's step and its device time granted, where shared budgets bound them: most turns have them from one before. Answers how
 * the loop ends when a budget has no more.
 */
export async function turnBudget(job: Job, stepNumber: number, runtime: Services): Promise<JobEnd | null> {
  const { sharedBudget } = job;
  if (sharedBudget === undefined) return null;
  const each = { ...noAmounts, steps: 1, deviceSeconds: job.limits.stepTimeoutSeconds };
  const lacking = (now: Job) => ({
    ...noAmounts,
    steps: stepNumber - now.granted.steps,
    deviceSeconds:
      Math.ceil(heldInAll(now, runtime.now()) / 1_000) + each.deviceSeconds - now.granted.deviceSeconds,
  });
  const bound = new Set(sharedBudget.dimensions);
  const lacks = (now: Job): boolean =>
    BudgetDimension.options.some((dimension) => bound.has(dimension) && lacking(now)[dimension] > 0);
  if (!lacks(job)) return null;
  try {
    const needOf = (now: Job) => (isOver(now) || !lacks(now) ? null : lacking(now));
    await takeGrant(job, { needOf, each }, runtime);
    return null;
  } catch (error) {
    if (!(error instanceof DroverError) || error.code !== "BudgetExhausted") throw error;
    return { reason: "budget", detail: error.message.slice(0, 1_000) };
  }
}
