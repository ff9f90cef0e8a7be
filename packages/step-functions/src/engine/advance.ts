import type { CompiledState } from "../execution/compiled.ts";
import type { Thread } from "../execution/execution.ts";
import { RUNTIME_ERROR } from "../execution/failure.ts";
import type { Outcome } from "../execution/running-state.ts";
import { PutOffError } from "../execution/step-evaluations.ts";
import type { Signal, Wait } from "../execution/wait.ts";
import { QueryEvaluationError } from "../expression/query-evaluation-error.ts";
import { forgetChildren } from "./children.ts";
import { endThread, failThread } from "./end-thread.ts";
import { finishExecution } from "./executions/finish-execution.ts";
import { putOff, standOf, takeBack } from "./put-off.ts";
import { StateRun } from "./state-run.ts";
import { catchFailure, retryFailure } from "./tasks/handle-failure.ts";
import { disarm } from "./thread-waits.ts";
import type { World } from "./world.ts";

/** How many states a thread may run before others get their turn and the work is committed. */
const STATES_PER_VISIT = 16;

/** Runs a thread until it waits, ends or has had its share. */
export async function advanceThread(world: World, thread: Thread): Promise<void> {
  thread.queued = false;
  for (let visited = 0; visited < STATES_PER_VISIT; visited += 1) {
    if (thread.ended || thread.execution.record.status !== "RUNNING" || thread.putOff?.ready === false)
      return;
    const signal = thread.signals.shift();
    if (thread.wait !== null && signal === undefined) return;
    world.changes.thread(thread);
    const outcome = await step(world, thread, signal);
    if (thread.execution.historyFull) {
      failForHistory(world, thread);
      return;
    }
    if (outcome.kind === "failed") {
      failThread(world, thread, outcome);
      return;
    }
    if (outcome.kind === "moved") {
      if (outcome.next === null) {
        endThread(world, thread);
        return;
      }
      thread.state = outcome.next;
      thread.entered = false;
    }
  }
  world.ready(thread);
}

/** A step that is put off is as if it had not started; one that breaks the engine's own rules ends its execution alone. */
async function step(world: World, thread: Thread, signal: Signal | undefined): Promise<Outcome> {
  const state = thread.scope.states.get(thread.state);
  if (state === undefined) return failBroken(world, thread, new Error(`there is no state '${thread.state}'`));
  const waited = thread.wait;
  const before = standOf(thread);
  const run = new StateRun(world, thread, state, waited, thread.putOff?.evaluations);
  thread.putOff = null;
  if (waited !== null && signal?.kind !== "submitted") {
    disarm(world, thread);
    thread.wait = null;
  }
  try {
    const outcome = await runState(run, state, signal, waited);
    return afterChildren(run, outcome.kind === "failed" ? await fail(run, outcome) : outcome);
  } catch (error) {
    try {
      if (!(error instanceof QueryEvaluationError)) throw error;
      return afterChildren(run, await failEvaluation(run, error));
    } catch (reason) {
      takeBack(thread, before, signal);
      if (!(reason instanceof PutOffError)) return failBroken(world, thread, reason);
      putOff(world, thread, run.evaluations, reason.until);
      return { kind: "blocked" };
    }
  }
}

/** A state that had branches or iterations needs them no more once its step is taken. */
function afterChildren({ world, thread, waited }: StateRun, outcome: Outcome): Outcome {
  if (waited?.kind === "children") forgetChildren(world, thread);
  return outcome;
}

function runState(
  run: StateRun,
  state: CompiledState,
  signal: Signal | undefined,
  waited: Wait | null,
): Outcome | Promise<Outcome> {
  if (!run.thread.entered) {
    enter(run, state);
    return state.behaviour.enter(run);
  }
  if (signal === undefined || waited?.kind === "retry") return state.behaviour.enter(run);
  if (state.behaviour.resume === undefined) throw new Error(`state '${state.name}' cannot be resumed`);
  return state.behaviour.resume(run, signal);
}

function enter(run: StateRun, state: CompiledState): void {
  const { thread } = run;
  thread.enteredMs = run.world.clock.now();
  thread.entered = true;
  thread.retries = [];
  thread.beforeEntry = thread.cursor;
  const details = { name: state.name, input: thread.input.json };
  thread.enteredEventId = run.record(`${state.definition.Type}StateEntered`, details);
}

async function failEvaluation(run: StateRun, error: QueryEvaluationError): Promise<Outcome> {
  const { thread, state, enteredEventId } = run;
  // Recorded so on AWS (2024-11): a state that did nothing yet fails from where it was entered from; a Wait does not.
  if (state.definition.Type !== "Wait" && thread.cursor === enteredEventId)
    thread.cursor = thread.beforeEntry;
  recordEvaluationFailed(run, error);
  return await fail(run, { error: error.error, cause: error.cause });
}

function recordEvaluationFailed(
  run: StateRun,
  { error, cause, location, stateName }: QueryEvaluationError,
): void {
  const where = location === undefined ? {} : { location };
  run.record("EvaluationFailed", { error, cause, ...where, state: stateName });
}

/**
 * Retry, else Catch. A state that is retried has not failed yet; one whose Catcher's own Output or Assign fails has
 * failed a second time, from where it stood before, and that failure is not caught again.
 */
async function fail(run: StateRun, failure: Omit<Outcome & { kind: "failed" }, "kind">): Promise<Outcome> {
  const retried = retryFailure(run, failure);
  if (retried !== null) return retried;
  const before = run.thread.cursor;
  if (failure.error !== RUNTIME_ERROR) run.state.behaviour.failed?.(run);
  try {
    return await catchFailure(run, failure);
  } catch (error) {
    if (!(error instanceof QueryEvaluationError)) throw error;
    run.thread.cursor = before;
    recordEvaluationFailed(run, error);
    run.state.behaviour.failed?.(run);
    return { kind: "failed", error: error.error, cause: error.cause };
  }
}

function failBroken(world: World, { execution, cursor }: Thread, error: unknown): Outcome {
  const cause = `The engine could not run the state: ${error instanceof Error ? error.message : String(error)}`;
  finishExecution(world, execution, { status: "FAILED", error: RUNTIME_ERROR, cause }, cursor);
  return { kind: "blocked" };
}

function failForHistory(world: World, thread: Thread): void {
  const cause = `The execution reached the maximum number of history events (${world.limits.historyEvents}).`;
  finishExecution(world, thread.execution, { status: "FAILED", error: RUNTIME_ERROR, cause }, thread.cursor);
}
