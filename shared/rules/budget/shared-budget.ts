import type { BudgetLimits, SharedBudget } from "../../contracts/job/budget.ts";
import type { BatchId } from "../../contracts/values/ids.ts";
import { boundDimensions, boundsOf } from "./budget-amounts.ts";

interface Budgets {
  /** The project's, of a tenant and a day. */
  readonly perDay: BudgetLimits;
  readonly batch?: { readonly batchId: BatchId; readonly budget: BudgetLimits } | undefined;
}

const isBound = (budget: BudgetLimits): boolean => Object.keys(boundsOf(budget)).length > 0;

/** The budgets that a new job uses; undefined if none is set: then nothing is read or written for them. */
export function sharedBudgetOf({ perDay, batch }: Budgets, now: Date): SharedBudget | undefined {
  const ofBatch = batch !== undefined && isBound(batch.budget) ? batch : undefined;
  const dimensions = boundDimensions([perDay, ...(ofBatch === undefined ? [] : [ofBatch.budget])]);
  if (dimensions.length === 0) return undefined;
  return {
    dimensions,
    ...(ofBatch === undefined ? {} : { batchId: ofBatch.batchId }),
    ...(isBound(perDay) ? { day: dayOf(now) } : {}),
  };
}

/** UTC. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
