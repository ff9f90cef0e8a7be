import { type BudgetAmounts, BudgetDimension } from "../../contracts/job/budget.ts";
import { type BoundAmounts, eachAmount } from "./budget-amounts.ts";
import { type BudgetShard, leftOf, shardCount, shareOf } from "./budget-shards.ts";

/** The current state of a budget that jobs share. */
export interface BudgetState {
  readonly bounds: BoundAmounts;
  readonly shards: readonly BudgetShard[];
  /** That take from it, as far as that is known. */
  readonly jobsAtOnce: number;
}

export interface GrantWish {
  /** Of the job's own. */
  readonly shard: number;
  /** What it must have; dimensions that it has enough of are 0. */
  readonly need: BudgetAmounts;
  /** What a call or a turn takes: several of them are granted at once while there is plenty. */
  readonly each: BudgetAmounts;
}

/** What one shard gives, and the most that it may have granted before it does. */
export interface ShardGrant {
  readonly shard: number;
  readonly give: BudgetAmounts;
}

export type PlannedGrant =
  /** `from`: for each of the budgets, in their order. */
  | { readonly granted: BudgetAmounts; readonly from: readonly (readonly ShardGrant[])[] }
  | { readonly refusedBy: number; readonly dimension: BudgetDimension; readonly left: number };

/** So many calls, or turns, are granted at once while there is plenty. */
const callsAtOnce = 8;

/**
 * How a job is given what it needs from all its budgets, or which of them cannot give it. While there is plenty it gets several calls'
 * worth, so that few of its calls ask; never so much that jobs at once hold more than half of what is left, and at the end exactly what
 * it needs, gathered from as many shards as it takes: nothing stays behind in one.
 */
export function planGrant(budgets: readonly BudgetState[], wish: GrantWish): PlannedGrant {
  for (const dimension of BudgetDimension.options) {
    const refusedBy = budgets.findIndex(
      ({ bounds, shards }) => wish.need[dimension] > leftOf(bounds, shards, dimension) + tolerance,
    );
    const budget = budgets[refusedBy];
    if (budget !== undefined && wish.need[dimension] > 0)
      return { refusedBy, dimension, left: leftOf(budget.bounds, budget.shards, dimension) };
  }
  const granted = eachAmount((dimension) => chunk(budgets, wish, dimension));
  return { granted, from: budgets.map((budget) => gather(budget, wish.shard, granted)) };
}

/** Sums of dollars are exact to a billionth. */
const tolerance = 1e-12;

function chunk(
  budgets: readonly BudgetState[],
  { shard, need, each }: GrantWish,
  dimension: BudgetDimension,
) {
  const needed = need[dimension];
  if (needed <= 0) return 0;
  const bounds = budgets.map(({ bounds: bound, shards, jobsAtOnce }) =>
    Math.min(
      leftOf(bound, shards, dimension) / (2 * jobsAtOnce),
      shareOf(bound, dimension) - grantedBy(shards, shard, dimension),
    ),
  );
  const most = Math.min(...bounds, each[dimension] * callsAtOnce);
  const whole = dimension === "usd" ? Math.floor(most * 1e9) / 1e9 : Math.floor(most);
  return Math.max(needed, whole);
}

const grantedBy = (shards: readonly BudgetShard[], wanted: number, dimension: BudgetDimension): number =>
  shards.find(({ shard }) => shard === wanted)?.granted[dimension] ?? 0;

/** From its own shard what that has, and the rest from the others in turn. */
function gather({ bounds, shards }: BudgetState, own: number, granted: BudgetAmounts): readonly ShardGrant[] {
  const open = { ...granted };
  const gifts: ShardGrant[] = [];
  for (let turn = 0; turn < shardCount; turn += 1) {
    const shard = (own + turn) % shardCount;
    const give = eachAmount((dimension) => {
      const has = shareOf(bounds, dimension) - grantedBy(shards, shard, dimension);
      return Math.min(open[dimension], Math.max(0, has));
    });
    if (BudgetDimension.options.every((dimension) => give[dimension] === 0)) continue;
    for (const dimension of BudgetDimension.options) open[dimension] -= give[dimension];
    gifts.push({ shard, give });
    if (BudgetDimension.options.every((dimension) => open[dimension] <= tolerance)) break;
  }
  return gifts;
}
