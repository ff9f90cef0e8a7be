import type { Batch } from "#shared/contracts/batch/batch.ts";
import { boundDimensions, boundsOf } from "#shared/rules/budget/budget-amounts.ts";
import { dayOf } from "#shared/rules/budget/shared-budget.ts";
import { projectConfig } from "../environment/project-config.ts";
import type { Services } from "../runtime/services.ts";
import { amountText, budgetRoom } from "./budget-standing.ts";
import { dayBudget } from "./budget-states.ts";
import { tellReached } from "./tell-reached.ts";

/** Whether a batch may begin more jobs. `pause`: not now, look again; `stop`: the rest is not run. */
export type BatchBudgetState =
  | { readonly may: "go"; readonly reason: "" }
  | {
      readonly may: "pause";
      readonly reason: string;
      /** Nothing is left until the budget is raised or the day ends; absent: jobs under way may give some back. */
      readonly pausedFor?: "budget";
    }
  | { readonly may: "stop"; readonly reason: string; readonly cause: "budget" };

const go: BatchBudgetState = { may: "go", reason: "" };

/**
 * What a batch's budget and its tenant's of the day leave. Nothing is read where nobody set one. What is promised to jobs under way
 * may come back from them, and a day ends: both are waited for; a batch's budget that is spent does as the batch says.
 */
export async function batchBudgetState(
  { tenantId, batchId, settings }: Pick<Batch, "tenantId" | "batchId" | "settings">,
  runtime: Services,
): Promise<BatchBudgetState> {
  const { budget } = settings;
  if (boundDimensions([budget]).length > 0) {
    const shards = await runtime.repositories.budgets.shardsOf(tenantId, `batch.${batchId}`);
    const bounds = boundsOf(budget);
    const { is, dimension } = budgetRoom(bounds, shards);
    if (dimension !== undefined) {
      const bound = amountText(dimension, bounds[dimension] ?? 0);
      if (is === "promised")
        return {
          may: "pause",
          reason: `The rest of the batch's budget of ${bound} is reserved for its running jobs.`,
        };
      const limit = bounds[dimension] ?? 0;
      await tellReached({ tenantId, scope: `batch.${batchId}`, dimension, limit }, runtime);
      const reason = `The batch's budget of ${bound} is used up.`;
      if (budget.onBreach === "stop") return { may: "stop", reason, cause: "budget" };
      return {
        may: "pause",
        reason: `${reason} It continues when the budget is raised.`,
        pausedFor: "budget",
      };
    }
  }
  return dayState(tenantId, runtime);
}

async function dayState(tenantId: Batch["tenantId"], runtime: Services): Promise<BatchBudgetState> {
  if (boundDimensions([(await projectConfig()).budgets.perDay]).length === 0) return go;
  const { bounds, shards } = await dayBudget(tenantId, dayOf(runtime.now()), runtime);
  const { is, dimension } = budgetRoom(bounds, shards);
  if (dimension === undefined) return go;
  const limit = bounds[dimension] ?? 0;
  const scope = `day.${dayOf(runtime.now())}` as const;
  if (is === "spent") await tellReached({ tenantId, scope, dimension, limit }, runtime);
  const bound = amountText(dimension, limit);
  return {
    may: "pause",
    reason: `The tenant's budget of ${bound} a day (budgets.perDay) is used or reserved; a new day starts at 00:00 UTC.`,
    ...(is === "spent" ? { pausedFor: "budget" as const } : {}),
  };
}
