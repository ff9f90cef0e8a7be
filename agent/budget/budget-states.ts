import type { BudgetLimits } from "#shared/contracts/job/budget.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { boundsOf } from "#shared/rules/budget/budget-amounts.ts";
import type { BudgetState } from "#shared/rules/budget/plan-grant.ts";
import type { BudgetScope } from "#shared/storage/limits/budget-entity.ts";
import { projectConfig } from "../environment/project-config.ts";
import type { Services } from "../runtime/services.ts";

/** A budget that jobs share, as it stands now. */
export interface NamedBudget extends BudgetState {
  readonly scope: BudgetScope;
  /** For people: "the budget of its batch". */
  readonly name: string;
}

/** How many jobs of a tenant there may be at once is not known: chunks of a day's budget are small from early on. */
const jobsOfATenant = 1_000;

export const scopesOf = ({ sharedBudget }: Pick<Job, "sharedBudget">): readonly BudgetScope[] => [
  ...(sharedBudget?.batchId === undefined ? [] : [`batch.${sharedBudget.batchId}` as const]),
  ...(sharedBudget?.day === undefined ? [] : [`day.${sharedBudget.day}` as const]),
];

/** The budgets that the job takes from, with their bounds of this moment: one that was raised is raised at once. */
export async function budgetsOf(
  { tenantId, sharedBudget }: Job,
  runtime: Services,
): Promise<readonly NamedBudget[]> {
  const { batchId, day } = sharedBudget ?? {};
  const found = await Promise.all([
    batchId === undefined ? null : batchBudget(tenantId, batchId, runtime),
    day === undefined ? null : dayBudget(tenantId, day, runtime),
  ]);
  return found.filter((budget) => budget !== null);
}

async function batchBudget(
  tenantId: TenantId,
  batchId: NonNullable<NonNullable<Job["sharedBudget"]>["batchId"]>,
  runtime: Services,
): Promise<NamedBudget> {
  const batch = await runtime.repositories.batches.get(tenantId, batchId);
  const { budget = {}, concurrency = 1 } = batch?.settings ?? {};
  const name = `The budget of its batch`;
  return named({ tenantId, scope: `batch.${batchId}`, budget, name, jobsAtOnce: concurrency }, runtime);
}

export async function dayBudget(tenantId: TenantId, day: string, runtime: Services): Promise<NamedBudget> {
  const { perDay } = (await projectConfig()).budgets;
  const name = `The tenant's budget of ${day} (budgets.perDay)`;
  return named({ tenantId, scope: `day.${day}`, budget: perDay, name, jobsAtOnce: jobsOfATenant }, runtime);
}

interface Named {
  readonly tenantId: TenantId;
  readonly scope: BudgetScope;
  readonly budget: BudgetLimits;
  readonly name: string;
  readonly jobsAtOnce: number;
}

const named = async (
  { tenantId, budget, ...rest }: Named,
  { repositories }: Pick<Services, "repositories">,
): Promise<NamedBudget> => ({
  ...rest,
  bounds: boundsOf(budget),
  shards: await repositories.budgets.shardsOf(tenantId, rest.scope),
});
