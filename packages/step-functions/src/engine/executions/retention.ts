import type { ExecutionRecord } from "../../execution/execution.ts";
import type { World } from "../world.ts";

const DAY_MS = 24 * 3_600_000;

/** What one turn may remove, in executions and in events of history: a few milliseconds. */
const EXECUTIONS_AT_ONCE = 20;
const EVENTS_AT_ONCE = 2_000;

/** How often the engine looks for executions that have been kept long enough. */
export const RETENTION_PERIOD_MS = 60_000;

/**
 * Removes executions that ended longer ago than they are kept, with history, Map Runs, those runs' children and what
 * is kept to redrive them. Does a bounded part of it and is true when more is left.
 */
export function removeExpired(world: World): boolean {
  const before = world.clock.now() - world.limits.retentionDays * DAY_MS;
  const expired = world.journal.endedBefore(before, EXECUTIONS_AT_ONCE);
  let room = EVENTS_AT_ONCE;
  for (const record of expired) {
    room = remove(world, record, room);
    if (room <= 0) return true;
  }
  return expired.length > 0 || world.journal.giveBackSpace();
}

/** Children before runs, runs before the execution: cut off anywhere, the next time continues. Answers with the room left. */
function remove(world: World, record: ExecutionRecord, room: number): number {
  let left = room;
  for (const run of world.mapRuns.of(record.arn)) {
    for (const child of world.journal.childrenOf(run.record.arn)) {
      left = remove(world, child, left);
      if (left <= 0) return left;
    }
    world.mapRuns.remove(run);
  }
  world.changes.executionRemoved(record.id);
  return left - 1 - (world.journal.tailOf(record.id)?.lastEventId ?? 0);
}
