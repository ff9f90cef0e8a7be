import type { BudgetAmounts, BudgetDimension } from "#shared/contracts/job/budget.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { noAmounts } from "#shared/rules/budget/budget-amounts.ts";
import { shardOf, sumsOf } from "#shared/rules/budget/budget-shards.ts";
import { planGrant } from "#shared/rules/budget/plan-grant.ts";
import type { Spent } from "#shared/storage/jobs/job-spending.ts";
import type { Services } from "../runtime/services.ts";
import { amountText } from "./budget-standing.ts";
import { budgetsOf, type NamedBudget } from "./budget-states.ts";
import { tellReached } from "./tell-reached.ts";

export interface Asking {
  /** What the job, as it is now, lacks; dimensions that it has enough of are 0 or less. Null: it asks for nothing any more. */
  readonly needOf: (job: Job) => BudgetAmounts | null;
  /** What a call or a turn takes. */
  readonly each: BudgetAmounts;
  /** Of a call that is about to be made. */
  readonly reserved?: Spent;
}

/** Jobs that take from one shard at the same moment are in each other's way. */
const mostTries = 12;
const longestPauseMilliseconds = 40;

/**
 * Has the job's shared budgets grant it what it needs. False: it asks for nothing any more.
 * @throws BudgetExhausted naming the budget, StorageUnavailable
 */
export async function takeGrant(
  { tenantId, jobId }: Pick<Job, "tenantId" | "jobId">,
  { needOf, each, reserved = { usd: 0, tokens: 0 } }: Asking,
  runtime: Services,
): Promise<boolean> {
  const { jobs, budgets } = runtime.repositories;
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const job = await jobs.get(tenantId, jobId);
    const wanted = job === null ? null : needOf(job);
    if (job === null || wanted === null) return false;
    const need = onlyBound(wanted, job);
    const sources = await budgetsOf(job, runtime);
    const plan = planGrant(sources, { shard: shardOf(jobId), need, each });
    if ("refusedBy" in plan) {
      const [budget, { dimension }] = [sources[plan.refusedBy], plan];
      if (budget !== undefined) {
        const limit = budget.bounds[dimension] ?? 0;
        await tellReached({ tenantId, scope: budget.scope, dimension, limit }, runtime);
      }
      throw exhausted(budget, dimension, need);
    }
    const scopes = sources.map(({ scope, bounds }, index) => ({
      scope,
      bounds,
      from: plan.from[index] ?? [],
    }));
    if ((await budgets.grant({ job, granted: plan.granted, scopes, reserved })) === "done") return true;
    await runtime.sleep(runtime.random() * longestPauseMilliseconds * tries);
  }
  throw new DroverError("StorageUnavailable", "Too many jobs take from one budget at the same time.");
}

/** What neither budget bounds is not counted. */
const onlyBound = (wanted: BudgetAmounts, { sharedBudget }: Job): BudgetAmounts => {
  const need = { ...noAmounts };
  for (const dimension of sharedBudget?.dimensions ?? []) need[dimension] = Math.max(0, wanted[dimension]);
  return need;
};

function exhausted(
  budget: NamedBudget | undefined,
  dimension: BudgetDimension,
  need: BudgetAmounts,
): DroverError {
  const bound = amountText(dimension, budget?.bounds[dimension] ?? 0);
  const { granted, underWay } = sumsOf(budget?.shards ?? [], dimension);
  const promised = underWay > 0 ? `, ${amountText(dimension, underWay)} of it by jobs under way` : "";
  return new DroverError(
    "BudgetExhausted",
    `${budget?.name} is ${bound}: ${amountText(dimension, granted)} are used or reserved${promised}, and this job needs ${amountText(dimension, need[dimension])} more.`,
    { details: { reason: "budget", dimension } },
  );
}
