import type { Thread } from "../execution/execution.ts";
import type { DueKind } from "../execution/timer-heap.ts";
import type { Signal } from "../execution/wait.ts";
import type { World } from "./world.ts";

/** Arms the timers that a thread's wait asks for; also after a restart, when some may be due already. */
export function armWait(world: World, thread: Thread): void {
  const { wait } = thread;
  if (wait?.kind === "timer" || wait?.kind === "retry") {
    arm(world, thread, wait.dueMs, { kind: "timer" }, wait.timeOfDay === true ? "timeOfDay" : "pause");
  }
  if (wait?.kind !== "task") return;
  if (wait.timeoutDueMs !== undefined)
    arm(world, thread, wait.timeoutDueMs, { kind: "timedOut", heartbeat: false });
  if (wait.heartbeatDueMs !== undefined)
    arm(world, thread, wait.heartbeatDueMs, { kind: "timedOut", heartbeat: true });
}

function arm(world: World, thread: Thread, dueMs: number, signal: Signal, kind?: DueKind): void {
  const { wait } = thread;
  const fire = () => world.loop.post(() => thread.wait === wait && deliver(world, thread, signal));
  thread.timers.push(world.timers.add(dueMs, fire, kind));
}

/** Takes back the thread's timers and its token. */
export function disarm(world: World, thread: Thread): void {
  for (const timer of thread.timers) world.timers.cancel(timer);
  thread.timers = [];
  if (thread.wait?.kind === "task" && thread.wait.token !== undefined) world.tokens.delete(thread.wait.token);
}

/**
 * Wakes a thread. Of the signals that end a wait only the first counts; false means that this one came too late.
 */
export function deliver(world: World, thread: Thread, signal: Signal): boolean {
  if (thread.ended || thread.wait === null) return false;
  if (thread.signals.some((waiting) => waiting.kind !== "submitted")) return false;
  thread.signals.push(signal);
  world.ready(thread);
  return true;
}
