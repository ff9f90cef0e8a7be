import type { Thread } from "../../execution/execution.ts";
import type { Settlement, TaskWait, Wait } from "../../execution/wait.ts";
import type { JsonObject } from "../../expression/json-value.ts";
import { TaskFailure } from "../../integrations/task-failure.ts";
import type { TaskBehaviour } from "../../states/task-behaviour.ts";
import { abortExecution } from "../executions/abort-execution.ts";
import { childSettlement } from "../executions/finish-execution.ts";
import { armWait, deliver, disarm } from "../thread-waits.ts";
import type { World } from "../world.ts";
import { sendContext } from "./send-context.ts";

function taskOf(thread: Thread): TaskBehaviour | undefined {
  return thread.scope.states.get(thread.state)?.behaviour as TaskBehaviour | undefined;
}

/** Sends a task's request once the turn is committed; its answer comes back as a message. */
export function dispatchTask(world: World, thread: Thread): void {
  const { wait } = thread;
  const task = taskOf(thread);
  if (wait?.kind !== "task" || task === undefined) return;
  world.loop.afterCommit(() => {
    if (thread.wait !== wait) return;
    const request: JsonObject = JSON.parse(wait.request);
    const origin = { executionId: thread.execution.record.id, threadId: thread.id, attempt: wait.attempt };
    task.integration.send(request, sendContext(world, thread, origin, task.pattern)).then(
      (answer) => world.loop.post(() => answered(world, thread, wait, task, answer)),
      (error: unknown) => world.loop.post(() => refused(world, thread, wait, error)),
    );
  });
}

function answered(
  world: World,
  thread: Thread,
  wait: TaskWait,
  task: TaskBehaviour,
  answer: { readonly output: string; readonly childArn?: string },
): void {
  if (thread.wait !== wait) return;
  if (task.pattern === "requestResponse") {
    deliver(world, thread, { kind: "settled", settlement: { ok: true, output: answer.output } });
    return;
  }
  const pending = thread.signals.length > 0;
  if (pending) return;
  deliver(world, thread, { kind: "submitted", ...answer });
}

function refused(world: World, thread: Thread, wait: TaskWait, error: unknown): void {
  if (thread.wait !== wait) return;
  const settlement = wait.early ?? failureOf(error);
  deliver(world, thread, { kind: "settled", settlement });
}

export function failureOf(error: unknown): Settlement {
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

/** The answer to the request is there; what ended the task in the meantime, if anything did. */
export function taskSubmitted(
  world: World,
  thread: Thread,
  childArn: string | undefined,
): Settlement | undefined {
  const { wait } = thread;
  if (wait?.kind !== "task") return undefined;
  wait.submitted = true;
  if (childArn !== undefined) wait.childArn = childArn;
  wait.early ??= endOfNested(world, wait);
  if (wait.early === undefined) return undefined;
  disarm(world, thread);
  thread.wait = null;
  return wait.early;
}

/** After a kill, the nested execution may have ended before this task knew its name. */
function endOfNested(world: World, { childArn }: TaskWait): Settlement | undefined {
  if (childArn === undefined || world.byArn.has(childArn)) return undefined;
  const record = world.findRecord(childArn);
  return record === undefined ? undefined : childSettlement({ record });
}

/** How long an answer that came first waits for the answer to the request: a function may answer its own token and work on. */
const OVERTAKEN_MS = 250;

/**
 * Ends a task from outside: its token was answered, or its nested execution ended. False when the task waits no more.
 * An answer that overtakes the answer to the request is kept until that one is there: history has one order.
 */
export function settleTask(world: World, thread: Thread, attempt: number, settlement: Settlement): boolean {
  const { wait } = thread;
  if (wait?.kind !== "task" || wait.attempt !== attempt || wait.early !== undefined) return false;
  if (thread.signals.some((signal) => signal.kind !== "submitted")) return false;
  if (wait.token !== undefined) world.tokens.delete(wait.token);
  if (wait.submitted === true || thread.signals.length > 0) {
    return deliver(world, thread, { kind: "settled", settlement });
  }
  wait.early = settlement;
  world.changes.thread(thread);
  for (const timer of thread.timers) world.timers.cancel(timer);
  const giveUp = () =>
    world.loop.post(() => thread.wait === wait && deliver(world, thread, { kind: "settled", settlement }));
  thread.timers = [world.timers.add(world.clock.now() + OVERTAKEN_MS, giveUp)];
  return true;
}

/** A heartbeat from the holder of the token. False when the task waits no more. */
export function heartbeatTask(world: World, thread: Thread): boolean {
  const { wait } = thread;
  if (wait?.kind !== "task" || wait.early !== undefined) return false;
  if (wait.heartbeatMs === undefined) return true;
  for (const timer of thread.timers) world.timers.cancel(timer);
  thread.timers = [];
  wait.heartbeatDueMs = world.clock.now() + wait.heartbeatMs;
  world.changes.thread(thread);
  armWait(world, thread);
  return true;
}

/** Nobody waits for the task any more: a nested execution that was awaited is stopped, an activity's task withdrawn. */
export function abandonTask(world: World, wait: Wait | null): void {
  if (wait?.kind === "mapRun") world.mapRuns.abort(wait.mapRunArn);
  if (wait?.kind !== "task") return;
  if (wait.token !== undefined) world.activities.withdraw(wait.token);
  if (wait.childArn === undefined) return;
  const child = world.byArn.get(wait.childArn);
  if (child !== undefined) abortExecution(world, child, {});
}
