import type { CompiledRetrier, ErrorHandlers } from "./compiled.ts";

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

/** True when the state names the error itself, so that even States.Runtime reaches its Retry or Catch. */
export function namesError({ retriers, catchers }: ErrorHandlers, error: string): boolean {
  return [...retriers, ...catchers].some(({ errorEquals }) => errorEquals.includes(error));
}
