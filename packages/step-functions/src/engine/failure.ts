import type {
  CompiledCatcher,
  CompiledRetrier,
  ErrorHandlers,
  Outcome,
} from "../definition-compiler/compiled.ts";
import type { JsonObject } from "../expression/json-value.ts";
import { Payload } from "./payload.ts";
import type { StateRun } from "./state-run.ts";

export interface Failure {
  readonly error?: string;
  readonly cause?: string;
  /** A second name that ErrorEquals may use: a missed heartbeat is recorded as States.Timeout. */
  readonly alsoKnownAs?: string;
}

/**
 * What the service takes for a fault of the machine itself. `States.ALL` leaves it to be named
 * (docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html), and no state writes a failure event for it.
 */
export const RUNTIME_ERROR = "States.Runtime";

export function matchesError(names: readonly string[], failure: Failure): boolean {
  return names.some((name) => {
    if (name === failure.error || (name === failure.alsoKnownAs && name !== undefined)) return true;
    if (failure.error === RUNTIME_ERROR) return false;
    if (name === "States.ALL") return true;
    return name === "States.TaskFailed" && failure.error !== undefined && failure.error !== "States.Timeout";
  });
}

/** Pause before the next attempt, in milliseconds. `count` attempts were retried by this Retrier already. */
export function retryDelayMs(retrier: CompiledRetrier, count: number, random: () => number): number {
  const grown = retrier.intervalSeconds * retrier.backoffRate ** count;
  const seconds = Math.min(grown, retrier.maxDelaySeconds);
  return Math.round(seconds * 1000 * (retrier.fullJitter ? random() : 1));
}

/** Puts the thread to sleep until the next attempt; null when no Retrier has one left for this failure. */
export function retryFailure(run: StateRun, failure: Failure): Outcome | null {
  for (const [position, retrier] of run.state.handlers.retriers.entries()) {
    if (!matchesError(retrier.errorEquals, failure)) continue;
    const count = run.thread.retries[position] ?? 0;
    if (count >= retrier.maxAttempts) return null;
    while (run.thread.retries.length <= position) run.thread.retries.push(0);
    run.thread.retries[position] = count + 1;
    const delayMs = retryDelayMs(retrier, count, run.random);
    return run.block({ kind: "retry", dueMs: run.engine.clock.now() + delayMs });
  }
  return null;
}

/** Leaves the state by the first Catcher that takes the failure; without one it goes up to whoever holds the thread. */
export async function catchFailure(run: StateRun, failure: Failure): Promise<Outcome> {
  const { catchers } = run.state.handlers;
  const catcher = catchers.find((candidate) => matchesError(candidate.errorEquals, failure));
  if (catcher === undefined) return { kind: "failed", ...failure };
  return await leaveByCatcher(run, catcher, failure);
}

async function leaveByCatcher(run: StateRun, catcher: CompiledCatcher, failure: Failure): Promise<Outcome> {
  const errorOutput: JsonObject = {
    Error: failure.error ?? "",
    ...(failure.cause === undefined ? {} : { Cause: failure.cause }),
  };
  return await run.leave(catcher.leaving, { errorOutput }, Payload.ofValue(errorOutput));
}

/** True when the state names the error itself, so that even States.Runtime reaches its Retry or Catch. */
export function namesError({ retriers, catchers }: ErrorHandlers, error: string): boolean {
  return [...retriers, ...catchers].some(({ errorEquals }) => errorEquals.includes(error));
}
