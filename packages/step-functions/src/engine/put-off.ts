import type { Thread } from "./execution.ts";
import type { StepEvaluations } from "./step-evaluations.ts";
import type { Signal } from "./wait.ts";
import type { World } from "./world.ts";

/**
 * Remembers where a thread and its history stand before a step; the returned function puts both back. Steps change
 * nothing else until they have evaluated all that they evaluate.
 */
export function rememberStep(thread: Thread, signal: Signal | undefined): () => void {
  const { execution, signals: _left, timers: _timers, children: _children, ...stood } = thread;
  const retries = [...thread.retries];
  const { lastEventId, historyFull } = execution;
  const freshCount = execution.fresh.length;
  return () => {
    Object.assign(thread, stood, { retries });
    if (signal !== undefined) thread.signals.unshift(signal);
    execution.fresh.length = freshCount;
    Object.assign(execution, { lastEventId, historyFull });
  };
}

/** The thread stands still until its evaluation is there, and then takes its step again. */
export function putOff(
  world: World,
  thread: Thread,
  evaluations: StepEvaluations,
  until: Promise<void>,
): void {
  thread.putOff = { evaluations, ready: false };
  void until.then(() =>
    world.loop.post(() => {
      thread.putOff = { evaluations, ready: true };
      world.ready(thread);
    }),
  );
}
