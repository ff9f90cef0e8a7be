import type { CompiledCatcher, CompiledRetrier, Outcome } from "../definition-compiler/compiled.ts";
import type { JsonObject } from "../expression/json-value.ts";
import { Payload } from "./payload.ts";
import type { StateRun } from "./state-run.ts";

export interface Failure {
  readonly error?: string;
  readonly cause?: string;
  /** A second name that ErrorEquals may use: a missed heartbeat is recorded as States.Timeout. */
  readonly alsoKnownAs?: string;
}

/** `States.ALL` leaves these to be named: docs.aws.amazon.com/step-functions/latest/dg/concepts-error-handling.html */
const TERMINAL = new Set(["States.Runtime"]);

export function matchesError(names: readonly string[], failure: Failure): boolean {
  return names.some((name) => {
    if (name === failure.error || (name === failure.alsoKnownAs && name !== undefined)) return true;
    if (TERMINAL.has(failure.error ?? "")) return false;
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

/** Retry, else Catch, else the failure stands and goes up to whoever holds the thread. */
export async function handleFailure(run: StateRun, failure: Failure): Promise<Outcome> {
  const { handlers } = run.state;
  for (const [position, retrier] of handlers.retriers.entries()) {
    if (!matchesError(retrier.errorEquals, failure)) continue;
    const count = run.thread.retries[position] ?? 0;
    if (count >= retrier.maxAttempts) break;
    while (run.thread.retries.length <= position) run.thread.retries.push(0);
    run.thread.retries[position] = count + 1;
    const delayMs = retryDelayMs(retrier, count, run.random);
    return run.block({ kind: "retry", dueMs: run.engine.clock.now() + delayMs });
  }
  const catcher = handlers.catchers.find((candidate) => matchesError(candidate.errorEquals, failure));
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
