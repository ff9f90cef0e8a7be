import type { JsonObject } from "../expression/json-value.ts";
import { TaskFailure } from "../integrations/task-failure.ts";
import type { TaskBehaviour } from "../states/task-behaviour.ts";
import type { Engine } from "./engine.ts";
import type { Thread } from "./execution.ts";
import { stopExecution } from "./stop-execution.ts";
import { armWait, deliver } from "./thread-waits.ts";
import type { Settlement, TaskWait, Wait } from "./wait.ts";

function taskOf(thread: Thread): TaskBehaviour | undefined {
  return thread.scope.states.get(thread.state)?.behaviour as TaskBehaviour | undefined;
}

/** Sends a task's request once the turn is committed; its answer comes back as a message. */
export function dispatchTask(engine: Engine, thread: Thread): void {
  const { wait } = thread;
  const task = taskOf(thread);
  if (wait?.kind !== "task" || task === undefined) return;
  engine.loop.afterCommit(() => {
    if (thread.wait !== wait) return;
    const request = JSON.parse(wait.request) as JsonObject;
    const origin = { executionId: thread.execution.record.id, threadId: thread.id, attempt: wait.attempt };
    task.integration.send(request, { engine, origin, pattern: task.pattern }).then(
      (answer) => engine.loop.post(() => answered(engine, thread, wait, task, answer)),
      (error: unknown) => engine.loop.post(() => refused(engine, thread, wait, error)),
    );
  });
}

function answered(
  engine: Engine,
  thread: Thread,
  wait: TaskWait,
  task: TaskBehaviour,
  answer: { readonly output: string; readonly childArn?: string },
): void {
  if (thread.wait !== wait) return;
  if (task.pattern === "requestResponse") {
    deliver(engine, thread, { kind: "settled", settlement: { ok: true, output: answer.output } });
    return;
  }
  const pending = thread.signals.length > 0;
  if (pending) return;
  deliver(engine, thread, { kind: "submitted", ...answer });
}

function refused(engine: Engine, thread: Thread, wait: TaskWait, error: unknown): void {
  if (thread.wait !== wait) return;
  const settlement = wait.early ?? failureOf(error);
  deliver(engine, thread, { kind: "settled", settlement });
}

function failureOf(error: unknown): Settlement {
  if (error instanceof TaskFailure) {
    const { errorName, causeText } = error;
    return { ok: false, error: errorName, ...(causeText === undefined ? {} : { cause: causeText }) };
  }
  return {
    ok: false,
    error: "States.Runtime",
    cause: error instanceof Error ? error.message : String(error),
  };
}

/** How long an answer that came first waits for the answer to the request: a function may answer its own token and work on. */
const OVERTAKEN_MS = 250;

/**
 * Ends a task from outside: its token was answered, or its nested execution ended. False when the task waits no more.
 * An answer that overtakes the answer to the request is kept until that one is there: history has one order.
 */
export function settleTask(engine: Engine, thread: Thread, attempt: number, settlement: Settlement): boolean {
  const { wait } = thread;
  if (wait?.kind !== "task" || wait.attempt !== attempt || wait.early !== undefined) return false;
  if (thread.signals.some((signal) => signal.kind !== "submitted")) return false;
  if (wait.token !== undefined) engine.tokens.delete(wait.token);
  if (wait.submitted === true || thread.signals.length > 0) {
    return deliver(engine, thread, { kind: "settled", settlement });
  }
  wait.early = settlement;
  engine.changes.thread(thread);
  for (const timer of thread.timers) engine.timers.cancel(timer);
  const giveUp = () =>
    engine.loop.post(() => thread.wait === wait && deliver(engine, thread, { kind: "settled", settlement }));
  thread.timers = [engine.timers.add(engine.clock.now() + OVERTAKEN_MS, giveUp)];
  return true;
}

/** A heartbeat from the holder of the token. False when the task waits no more. */
export function heartbeatTask(engine: Engine, thread: Thread): boolean {
  const { wait } = thread;
  if (wait?.kind !== "task" || wait.early !== undefined) return false;
  if (wait.heartbeatMs === undefined) return true;
  for (const timer of thread.timers) engine.timers.cancel(timer);
  thread.timers = [];
  wait.heartbeatDueMs = engine.clock.now() + wait.heartbeatMs;
  engine.changes.thread(thread);
  armWait(engine, thread);
  return true;
}

/** Nobody waits for the task any more: a nested execution that was awaited is stopped, an activity's task withdrawn. */
export function abandonTask(engine: Engine, wait: Wait | null): void {
  if (wait?.kind === "mapRun") engine.mapRuns.abort(wait.mapRunArn);
  if (wait?.kind !== "task") return;
  if (wait.token !== undefined) engine.activities.withdraw(wait.token);
  if (wait.childArn === undefined) return;
  const child = engine.byArn.get(wait.childArn);
  if (child !== undefined) stopExecution(engine, child, {});
}
