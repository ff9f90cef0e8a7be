import type { ThreadRow } from "../journal/journal.ts";
import { childrenOf } from "./children.ts";
import type { Engine } from "./engine.ts";
import type { Execution, ExecutionRecord, Thread } from "./execution.ts";
import { Payload } from "./payload.ts";
import { armExecutionTimeout } from "./start-execution.ts";
import { newExecution } from "./thread.ts";
import { restoreThread } from "./thread-row.ts";
import { armWait } from "./thread-waits.ts";

/** Rebuilds everything that was running from the journal and lets it go on where its last commit left it. */
export function restore(engine: Engine): void {
  const { journal } = engine;
  const tails = new Map([...journal.tails()].map((tail) => [tail.executionId, tail]));
  for (const record of journal.openExecutions()) {
    const tail = tails.get(record.id);
    restoreExecution(engine, record, tail?.lastEventId ?? 0, tail?.tail ?? 0);
  }
  for (const row of journal.openThreads()) {
    const execution = engine.executions.get(row.executionId);
    if (execution !== undefined) restoreThread(execution, row);
  }
  for (const execution of engine.executions.values()) {
    armExecutionTimeout(engine, execution);
    for (const thread of execution.threads.values()) resumeThread(engine, thread);
  }
  engine.mapRuns.resume();
}

export function restoreExecution(
  engine: Engine,
  record: ExecutionRecord,
  lastEventId: number,
  tail: number,
  rows: readonly ThreadRow[] = [],
): Execution {
  const machine = engine.machines.compiledFor(record);
  const execution = newExecution({ record, machine, lastEventId, tail }, Payload.ofJson(record.input));
  engine.add(execution);
  for (const row of rows) restoreThread(execution, row);
  return execution;
}

function resumeThread(engine: Engine, thread: Thread): void {
  joinParent(thread);
  if (thread.ended) return;
  const { wait } = thread;
  if (wait?.kind === "children") thread.children ??= childrenOf(wait);
  if (wait === null || thread.signals.length > 0) {
    engine.ready(thread);
    return;
  }
  armWait(engine, thread);
  if (wait.kind !== "task") return;
  if (wait.early !== undefined && wait.submitted !== true) {
    // The token was answered, so its message did go out; whether its sending was confirmed no longer matters.
    thread.signals.push({ kind: "settled", settlement: wait.early });
    engine.ready(thread);
    return;
  }
  if (wait.token !== undefined) engine.tokens.set(wait.token, thread);
  if (wait.submitted !== true) engine.dispatchTask(thread);
}

/** Parents stand before their children in `threads`, so theirs is prepared when a child comes. */
function joinParent(thread: Thread): void {
  const { parent } = thread;
  if (parent?.wait?.kind !== "children") return;
  parent.children ??= childrenOf(parent.wait);
  parent.children.members.push(thread);
  if (thread.ended) parent.children.done += 1;
}
