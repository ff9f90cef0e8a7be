import type { Execution, ExecutionRecord, Thread } from "../../execution/execution.ts";
import { RUNTIME_ERROR } from "../../execution/failure.ts";
import { Payload } from "../../execution/payload.ts";
import type { ThreadRow } from "../../journal/journal.ts";
import { childrenOf } from "../children.ts";
import { newExecution } from "../thread.ts";
import { restoreThread } from "../thread-row.ts";
import { armWait } from "../thread-waits.ts";
import type { World } from "../world.ts";
import { armExecutionTimeout } from "./begin-execution.ts";
import { finishExecution } from "./finish-execution.ts";

/** Rebuilds everything that was running from the journal and continues it where its last commit left it. */
export function restore(world: World): void {
  const { journal } = world;
  const tails = new Map([...journal.tails()].map((tail) => [tail.executionId, tail]));
  const broken = new Map<Execution, unknown>();
  const attempt = (execution: Execution, part: () => void) => {
    try {
      if (!broken.has(execution)) part();
    } catch (error) {
      broken.set(execution, error);
    }
  };
  for (const record of journal.openExecutions()) {
    const { lastEventId = 0, tail = 0 } = tails.get(record.id) ?? {};
    try {
      restoreExecution(world, record, lastEventId, tail);
    } catch (error) {
      broken.set(unrunnable(world, record, lastEventId, tail), error);
    }
  }
  for (const row of journal.openThreads()) {
    const execution = world.executions.get(row.executionId);
    if (execution !== undefined) attempt(execution, () => restoreThread(execution, row));
  }
  for (const execution of world.executions.values()) {
    attempt(execution, () => {
      armExecutionTimeout(world, execution);
      for (const thread of execution.threads.values()) resumeThread(world, thread);
    });
  }
  for (const [execution, error] of broken) failUnresumable(world, execution, error);
  world.mapRuns.resume();
}

/** Stands for an execution whose machine cannot be run any more, so that it can be ended. */
function unrunnable(world: World, record: ExecutionRecord, lastEventId: number, tail: number): Execution {
  const machine = { root: { startAt: "", states: new Map() }, timeoutSeconds: undefined };
  const execution = newExecution({ record, machine, lastEventId, tail }, Payload.ofJson(record.input));
  world.add(execution);
  return execution;
}

/** What the journal says of it makes no sense to this engine: it fails alone, once the engine runs. */
function failUnresumable(world: World, execution: Execution, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const cause = `The execution could not be resumed: ${reason}`;
  world.loop.post(() =>
    finishExecution(
      world,
      execution,
      { status: "FAILED", error: RUNTIME_ERROR, cause },
      execution.lastEventId,
    ),
  );
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

const isOnlySubmitted = ({ signals }: Thread): boolean => signals.every(({ kind }) => kind === "submitted");

function resumeThread(world: World, thread: Thread): void {
  joinParent(thread);
  if (thread.ended) return;
  const { wait } = thread;
  if (wait?.kind === "children") thread.children ??= childrenOf(wait);
  if (wait === null || thread.signals.length > 0) {
    if (wait?.kind === "task" && isOnlySubmitted(thread) && wait.early === undefined) {
      // The request was answered and its task still waits: for its token, and no longer than its timeouts say.
      armWait(world, thread);
      if (wait.token !== undefined) world.tokens.set(wait.token, thread);
    }
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
