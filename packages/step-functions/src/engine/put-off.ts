import type { Thread } from "../execution/execution.ts";
import type { StepEvaluations } from "../execution/step-evaluations.ts";
import type { Signal } from "../execution/wait.ts";
import type { World } from "./world.ts";

/**
 * Where a thread and its history stand before a step, to be put back. Steps change nothing else until they have
 * evaluated all that they evaluate.
 */
export function standOf(thread: Thread) {
  const { state, input, variables, variablesJson, entered, enteredEventId, enteredMs, cursor } = thread;
  const { execution, beforeEntry, wait } = thread;
  return {
    thread: {
      state,
      input,
      variables,
      variablesJson,
      entered,
      enteredEventId,
      enteredMs,
      cursor,
      beforeEntry,
      wait,
      retries: thread.retries.length === 0 ? [] : [...thread.retries],
    },
    execution: { lastEventId: execution.lastEventId, historyFull: execution.historyFull },
    freshCount: execution.fresh.length,
  };
}

export function takeBack(
  thread: Thread,
  before: ReturnType<typeof standOf>,
  signal: Signal | undefined,
): void {
  const { execution } = thread;
  Object.assign(thread, before.thread);
  Object.assign(execution, before.execution);
  execution.fresh.length = before.freshCount;
  if (signal !== undefined) thread.signals.unshift(signal);
}

/** The thread waits until its evaluation is there, and then takes its step again. */
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
