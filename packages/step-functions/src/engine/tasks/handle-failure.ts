import type { CompiledCatcher } from "../../execution/compiled.ts";
import { type Failure, matchesError, retryDelayMs } from "../../execution/failure.ts";
import { Payload } from "../../execution/payload.ts";
import type { Outcome } from "../../execution/running-state.ts";
import type { JsonObject } from "../../expression/json-value.ts";
import type { StateRun } from "../state-run.ts";

/** Puts the thread to sleep until the next attempt; null when no Retrier has one left for this failure. */
export function retryFailure(run: StateRun, failure: Failure): Outcome | null {
  for (const [position, retrier] of run.state.handlers.retriers.entries()) {
    if (!matchesError(retrier.errorEquals, failure)) continue;
    const count = run.thread.retries[position] ?? 0;
    if (count >= retrier.maxAttempts) return null;
    while (run.thread.retries.length <= position) run.thread.retries.push(0);
    run.thread.retries[position] = count + 1;
    const delayMs = retryDelayMs(retrier, count, run.random);
    return run.block({ kind: "retry", dueMs: run.world.clock.now() + delayMs });
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
  // What the failure does not say is empty text here, although the history leaves it out: a timeout has no cause.
  const errorOutput: JsonObject = { Error: failure.error ?? "", Cause: failure.cause ?? "" };
  return await run.leave(catcher.leaving, { errorOutput }, Payload.ofValue(errorOutput));
}
