import type { Engine } from "./engine.ts";
import type { Thread } from "./execution.ts";
import type { Signal } from "./wait.ts";

/** Arms the timers that a thread's wait asks for; also after a restart, when some may be due already. */
export function armWait(engine: Engine, thread: Thread): void {
  const { wait } = thread;
  if (wait?.kind === "timer" || wait?.kind === "retry") {
    arm(engine, thread, wait.dueMs, { kind: "timer" });
  }
  if (wait?.kind !== "task") return;
  if (wait.timeoutDueMs !== undefined)
    arm(engine, thread, wait.timeoutDueMs, { kind: "timedOut", heartbeat: false });
  if (wait.heartbeatDueMs !== undefined)
    arm(engine, thread, wait.heartbeatDueMs, { kind: "timedOut", heartbeat: true });
}

function arm(engine: Engine, thread: Thread, dueMs: number, signal: Signal): void {
  const { wait } = thread;
  const fire = () => engine.loop.post(() => thread.wait === wait && deliver(engine, thread, signal));
  thread.timers.push(engine.timers.add(dueMs, fire));
}

/** Takes back the thread's timers and its token. */
export function disarm(engine: Engine, thread: Thread): void {
  for (const timer of thread.timers) engine.timers.cancel(timer);
  thread.timers = [];
  if (thread.wait?.kind === "task" && thread.wait.token !== undefined)
    engine.tokens.delete(thread.wait.token);
}

/**
 * Wakes a thread. Of the signals that end a wait only the first counts; false means that this one came too late.
 */
export function deliver(engine: Engine, thread: Thread, signal: Signal): boolean {
  if (thread.ended || thread.wait === null) return false;
  if (thread.signals.some((waiting) => waiting.kind !== "submitted")) return false;
  thread.signals.push(signal);
  engine.ready(thread);
  return true;
}
