import type { CompiledState, StateBehaviour } from "../execution/compiled.ts";
import { type Failure, matchesError, retryDelayMs } from "../execution/failure.ts";
import { Payload } from "../execution/payload.ts";
import type { FailedOutcome, Outcome } from "../execution/running-state.ts";
import type { Signal } from "../execution/wait.ts";
import type { JsonObject } from "../expression/json-value.ts";
import { QueryEvaluationError } from "../expression/query-evaluation-error.ts";
import { awaitSignal } from "./await-signal.ts";
import type { TestedState } from "./tested-state.ts";

/** What came of a tested state. */
export interface TestResult {
  readonly status: "SUCCEEDED" | "FAILED" | "RETRIABLE" | "CAUGHT_ERROR";
  readonly nextState?: string;
  readonly failure?: Failure;
  readonly errorDetails?: ErrorDetails;
}

interface ErrorDetails {
  readonly catchIndex?: number;
  readonly retryIndex?: number;
  readonly retryBackoffIntervalSeconds?: number;
}

/** Runs the state once, and says what Retry and Catch make of a failure; nothing is tried again. */
export async function runTest(
  run: TestedState,
  state: CompiledState,
  enter: StateBehaviour["enter"],
  retried: number,
): Promise<TestResult> {
  let outcome = await attempt(() => enter(run));
  while (outcome.kind === "blocked") outcome = await goOn(run, state.behaviour);
  if (outcome.kind === "failed") return await handled(run, state, outcome, retried);
  return { status: "SUCCEEDED", ...(outcome.next === null ? {} : { nextState: outcome.next }) };
}

async function goOn(run: TestedState, behaviour: StateBehaviour): Promise<Outcome> {
  const signal: Signal = await awaitSignal(run, behaviour);
  return await attempt(() => {
    if (behaviour.resume === undefined) throw new Error(`state '${run.stateName}' cannot be resumed`);
    return behaviour.resume(run, signal);
  });
}

async function attempt(step: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof QueryEvaluationError)) throw error;
    return { kind: "failed", error: error.error, cause: error.cause };
  }
}

async function handled(
  run: TestedState,
  { handlers }: CompiledState,
  { kind: _, ...failure }: FailedOutcome,
  retried: number,
): Promise<TestResult> {
  const matches = ({ errorEquals }: { readonly errorEquals: readonly string[] }) =>
    matchesError(errorEquals, failure);
  const retryIndex = handlers.retriers.findIndex(matches);
  const retrier = handlers.retriers[retryIndex];
  if (retrier !== undefined && retried < retrier.maxAttempts) {
    const retryBackoffIntervalSeconds = Math.round(retryDelayMs(retrier, retried, () => 1) / 1000);
    return { status: "RETRIABLE", failure, errorDetails: { retryIndex, retryBackoffIntervalSeconds } };
  }
  const catchIndex = handlers.catchers.findIndex(matches);
  const catcher = handlers.catchers[catchIndex];
  if (catcher === undefined) return { status: "FAILED", failure };
  const errorOutput: JsonObject = { Error: failure.error ?? "", Cause: failure.cause ?? "" };
  const outcome = await attempt(() =>
    run.leave(catcher.leaving, { errorOutput }, Payload.ofValue(errorOutput)),
  );
  if (outcome.kind === "failed") return { status: "FAILED", failure: outcome };
  const nextState = catcher.leaving.next;
  return {
    status: "CAUGHT_ERROR",
    failure,
    errorDetails: { catchIndex },
    ...(nextState === null ? {} : { nextState }),
  };
}
