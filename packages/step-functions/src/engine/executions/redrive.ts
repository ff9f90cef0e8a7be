import type { ExecutionRecord, ParentLink } from "../../execution/execution.ts";
import type { TailRow } from "../../journal/journal.ts";
import type { World } from "../world.ts";
import { armExecutionTimeout } from "./begin-execution.ts";
import { restoreExecution } from "./restore.ts";

const MOST_TOKENS = 10;

/**
 * Lets a failed, stopped or timed-out execution continue from the state it ended in, with that state's input and its
 * variables. The state is run again with fresh retries; a Parallel or Map begins all of its branches again.
 * Answers with the time of the redrive in milliseconds.
 */
export function redrive(
  world: World,
  ended: ExecutionRecord,
  tail: TailRow,
  changed: { readonly parent?: ParentLink; readonly token?: string | undefined } = {},
): number {
  const { output: _output, error: _error, cause: _cause, stopMs: _stopMs, ...kept } = ended;
  const { parent, token } = changed;
  const redriveMs = world.clock.now();
  const record: ExecutionRecord = {
    ...kept,
    ...(parent === undefined ? {} : { parent }),
    status: "RUNNING",
    redriveCount: ended.redriveCount + 1,
    redriveMs,
    ...(token === undefined
      ? {}
      : { redrives: [...(kept.redrives ?? []), { token, ms: redriveMs }].slice(-MOST_TOKENS) }),
  };
  const rows = world.journal.threadsOf(record.id);
  const execution = restoreExecution(world, record, tail.lastEventId, tail.tail, rows.slice(0, 1));
  const { root } = execution;
  root.wait = null;
  root.signals = [];
  root.retries = [];
  root.ended = false;
  root.cursor = world.record(execution, tail.lastEventId, "ExecutionRedriven", {
    redriveCount: record.redriveCount,
  });
  world.changes.record(record);
  armExecutionTimeout(world, execution);
  world.ready(root);
  return redriveMs;
}
