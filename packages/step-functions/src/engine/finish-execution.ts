import type { Engine } from "./engine.ts";
import type { Execution } from "./execution.ts";
import { executionDescription } from "./execution-description.ts";
import { disarm } from "./thread-waits.ts";
import type { Settlement } from "./wait.ts";

export interface Ending {
  readonly status: "SUCCEEDED" | "FAILED" | "TIMED_OUT" | "ABORTED";
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
}

const EVENT_TYPES = {
  SUCCEEDED: "ExecutionSucceeded",
  FAILED: "ExecutionFailed",
  TIMED_OUT: "ExecutionTimedOut",
  ABORTED: "ExecutionAborted",
} as const;

/** Ends an execution, once: writes the terminal event, takes back its waits and tells whoever waits for it. */
export function finishExecution(
  engine: Engine,
  execution: Execution,
  ending: Ending,
  previousEventId: number,
): void {
  const { record } = execution;
  if (record.status !== "RUNNING") return;
  const { status, ...details } = ending;
  engine.record(execution, previousEventId, EVENT_TYPES[status], details);
  Object.assign(record, ending, { stopMs: engine.clock.now() });
  if (execution.timeout !== null) engine.timers.cancel(execution.timeout);
  for (const thread of execution.threads.values()) {
    disarm(engine, thread);
    if (!thread.ended) engine.abandonTask(thread.wait);
    thread.wait = null;
  }
  engine.changes.record(record);
  engine.changes.executionEnded(execution, status !== "SUCCEEDED" && !record.express);
  engine.forget(execution);
  tellParent(engine, execution);
}

function tellParent(engine: Engine, execution: Execution): void {
  const { parent } = execution.record;
  if (parent === undefined) return;
  if (parent.kind === "mapRun") {
    engine.mapRuns.childEnded(parent.mapRunArn, execution.record);
    return;
  }
  const thread = engine.executions.get(parent.executionId)?.threads.get(parent.threadId);
  if (!parent.awaited || thread === undefined) return;
  engine.settleTask(thread, parent.attempt, childSettlement(execution));
}

/** What a `.sync:2` task makes of the end of its nested execution. */
export function childSettlement({ record }: Pick<Execution, "record">): Settlement {
  const description = executionDescription(record);
  if (record.status === "SUCCEEDED") return { ok: true, output: JSON.stringify(description) };
  return { ok: false, error: "States.TaskFailed", cause: JSON.stringify(description) };
}
