import type { Execution } from "../../execution/execution.ts";
import { executionDescription } from "../../execution/execution-description.ts";
import type { Settlement } from "../../execution/wait.ts";
import { disarm } from "../thread-waits.ts";
import type { World } from "../world.ts";

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
  world: World,
  execution: Execution,
  ending: Ending,
  previousEventId: number,
): void {
  const { record } = execution;
  if (record.status !== "RUNNING") return;
  const { status, ...details } = ending;
  world.record(execution, previousEventId, EVENT_TYPES[status], details);
  Object.assign(record, ending, { stopMs: world.clock.now() });
  if (execution.timeout !== null) world.timers.cancel(execution.timeout);
  for (const thread of execution.threads.values()) {
    disarm(world, thread);
    if (!thread.ended) world.abandonTask(thread.wait);
    thread.wait = null;
  }
  world.changes.record(record);
  world.changes.executionEnded(execution, status !== "SUCCEEDED" && !record.express);
  world.forget(execution);
  world.tellEnd(record);
  tellParent(world, execution);
}

function tellParent(world: World, execution: Execution): void {
  const { parent } = execution.record;
  if (parent === undefined) return;
  if (parent.kind === "mapRun") {
    world.mapRuns.childEnded(parent.mapRunArn, execution.record);
    return;
  }
  const thread = world.executions.get(parent.executionId)?.threads.get(parent.threadId);
  if (!parent.awaited || thread === undefined) return;
  world.settleTask(thread, parent.attempt, childSettlement(execution));
}

/** What a `.sync:2` task makes of the end of its nested execution. */
export function childSettlement({ record }: Pick<Execution, "record">): Settlement {
  const description = executionDescription(record);
  if (record.status === "SUCCEEDED") return { ok: true, output: JSON.stringify(description) };
  return { ok: false, error: "States.TaskFailed", cause: JSON.stringify(description) };
}
