/** Several jobs a moment may be counted in different items; a small bound is kept in one, where none of it is out of reach. */
const mostShards = 8;
const smallBound = 64;

export const shardsOf = (bound: number | undefined): number =>
  bound !== undefined && bound < smallBound ? 1 : mostShards;

/** Of a bound, what one shard may count: all shares together are the bound. */
export function quotaShare(bound: number | undefined, shard: number): number {
  if (bound === undefined) return Number.POSITIVE_INFINITY;
  const shards = shardsOf(bound);
  if (shard >= shards) return 0;
  return Math.floor(bound / shards) + (shard < bound % shards ? 1 : 0);
}

/** All shards of a bound, this one first. */
export function shardsFrom(first: number, bound: number | undefined): readonly number[] {
  const shards = shardsOf(bound);
  return Array.from({ length: shards }, (_none, index) => (first + index) % shards);
}
