import type { ThreadRow } from "../journal/journal.ts";
import { childrenOf } from "./children.ts";
import type { Execution, ExecutionRecord, Thread } from "./execution.ts";
import { Payload } from "./payload.ts";
import { armExecutionTimeout } from "./start-execution.ts";
import { newExecution } from "./thread.ts";
import { restoreThread } from "./thread-row.ts";
import { armWait } from "./thread-waits.ts";
import type { World } from "./world.ts";

/** Rebuilds everything that was running from the journal and lets it go on where its last commit left it. */
export function restore(world: World): void {
  const { journal } = world;
  const tails = new Map([...journal.tails()].map((tail) => [tail.executionId, tail]));
  for (const record of journal.openExecutions()) {
    const tail = tails.get(record.id);
    restoreExecution(world, record, tail?.lastEventId ?? 0, tail?.tail ?? 0);
  }
  for (const row of journal.openThreads()) {
    const execution = world.executions.get(row.executionId);
    if (execution !== undefined) restoreThread(execution, row);
  }
  for (const execution of world.executions.values()) {
    armExecutionTimeout(world, execution);
    for (const thread of execution.threads.values()) resumeThread(world, thread);
  }
  world.mapRuns.resume();
}

export function restoreExecution(
  world: World,
  record: ExecutionRecord,
  lastEventId: number,
  tail: number,
  rows: readonly ThreadRow[] = [],
): Execution {
  const machine = world.machines.compiledFor(record);
  const execution = newExecution({ record, machine, lastEventId, tail }, Payload.ofJson(record.input));
  world.add(execution);
  for (const row of rows) restoreThread(execution, row);
  return execution;
}

function resumeThread(world: World, thread: Thread): void {
  joinParent(thread);
  if (thread.ended) return;
  const { wait } = thread;
  if (wait?.kind === "children") thread.children ??= childrenOf(wait);
  if (wait === null || thread.signals.length > 0) {
    world.ready(thread);
    return;
  }
  armWait(world, thread);
  if (wait.kind !== "task") return;
  if (wait.early !== undefined && wait.submitted !== true) {
    // The token was answered, so its message did go out; whether its sending was confirmed no longer matters.
    thread.signals.push({ kind: "settled", settlement: wait.early });
    world.ready(thread);
    return;
  }
  if (wait.token !== undefined) world.tokens.set(wait.token, thread);
  if (wait.submitted !== true) world.dispatchTask(thread);
}

/** Parents stand before their children in `threads`, so theirs is prepared when a child comes. */
function joinParent(thread: Thread): void {
  const { parent } = thread;
  if (parent?.wait?.kind !== "children") return;
  parent.children ??= childrenOf(parent.wait);
  parent.children.members.push(thread);
  if (thread.ended) parent.children.done += 1;
}
