import type { BudgetAmounts, BudgetDimension } from "../../contracts/job/budget.ts";
import type { JobId } from "../../contracts/values/ids.ts";
import type { BoundAmounts } from "./budget-amounts.ts";

/** A power of two, so that a share of a whole number is exact. So many jobs may take from one budget at the same moment. */
export const shardCount = 8;

/** What is noted of one of the parts in which a budget is kept. */
export interface BudgetShard {
  readonly shard: number;
  /** To jobs under way, and what those used that have ended. */
  readonly granted: BudgetAmounts;
  /** By jobs that have ended. */
  readonly settled: BudgetAmounts;
  /** What the last call that took from here might have used. */
  readonly lastCall: Pick<BudgetAmounts, "usd" | "tokens">;
}

/** The one that a job takes from first and gives back to. The last characters of an id are chance. */
export const shardOf = (jobId: JobId): number => {
  const last = jobId.slice(-2);
  return (last.charCodeAt(0) * 32 + last.charCodeAt(1)) % shardCount;
};

/** Of a bound, the part that one shard may grant; dollars rounded down to a billionth. */
export const shareOf = (bounds: BoundAmounts, dimension: BudgetDimension): number => {
  const bound = bounds[dimension];
  if (bound === undefined) return Number.POSITIVE_INFINITY;
  const share = bound / shardCount;
  return dimension === "usd" ? Math.floor(share * 1e9) / 1e9 : share;
};

/** Over all shards: granted, used up by ended jobs, and what jobs under way may still use or give back. */
export function sumsOf(shards: readonly BudgetShard[], dimension: BudgetDimension) {
  const sum = (amountOf: (shard: BudgetShard) => number): number =>
    shards.reduce((total, shard) => total + amountOf(shard), 0);
  const granted = sum((shard) => shard.granted[dimension]);
  const settled = sum((shard) => shard.settled[dimension]);
  return { granted, settled, underWay: granted - settled };
}

/** What all shards together may still grant. */
export const leftOf = (
  bounds: BoundAmounts,
  shards: readonly BudgetShard[],
  dimension: BudgetDimension,
): number => {
  if (bounds[dimension] === undefined) return Number.POSITIVE_INFINITY;
  return shareOf(bounds, dimension) * shardCount - sumsOf(shards, dimension).granted;
};
