import { type BudgetDimension, BudgetDimension as Dimension } from "#shared/contracts/job/budget.ts";
import type { BoundAmounts } from "#shared/rules/budget/budget-amounts.ts";
import { type BudgetShard, leftOf, sumsOf } from "#shared/rules/budget/budget-shards.ts";
import { roundUsd } from "#shared/values/round-usd.ts";

/** What a budget has room for. `promised`: too little is left, and jobs under way may give some back. */
export interface BudgetRoom {
  readonly is: "open" | "promised" | "spent";
  readonly dimension?: BudgetDimension;
}

/** A turn's worth of what no call tells. */
const oneTurn: Readonly<Record<"steps" | "deviceSeconds", number>> = { steps: 1, deviceSeconds: 30 };

/** Whether another job could do anything at all with what is left of a budget. */
export function budgetRoom(bounds: BoundAmounts, shards: readonly BudgetShard[]): BudgetRoom {
  let promised: BudgetRoom | null = null;
  for (const dimension of Dimension.options) {
    if (bounds[dimension] === undefined || leftOf(bounds, shards, dimension) >= leastOf(shards, dimension))
      continue;
    if (sumsOf(shards, dimension).underWay <= 0) return { is: "spent", dimension };
    promised ??= { is: "promised", dimension };
  }
  return promised ?? { is: "open" };
}

/** What the costliest of the last calls might have used: another may need as much. */
function leastOf(shards: readonly BudgetShard[], dimension: BudgetDimension): number {
  if (dimension === "steps" || dimension === "deviceSeconds") return oneTurn[dimension];
  const calls = shards.map(({ lastCall }) => lastCall[dimension]);
  return Math.max(dimension === "usd" ? 1e-9 : 1, ...calls);
}

/** What is bound and what of it is used, for people. */
export function amountText(dimension: BudgetDimension, amount: number): string {
  switch (dimension) {
    case "usd":
      return `$${roundUsd(Number(amount.toFixed(6)))}`;
    case "deviceSeconds":
      return `${Number((amount / 60).toFixed(1))} device minutes`;
    default:
      return `${Math.round(amount)} ${dimension}`;
  }
}
