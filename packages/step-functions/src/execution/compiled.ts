import type { State } from "../definition/asl.ts";
import type { Leaving, Outcome, RunningState } from "./running-state.ts";
import type { Signal } from "./wait.ts";

/** A definition with every expression compiled; shared by all executions of one revision. */
export interface CompiledMachine {
  readonly root: CompiledScope;
  readonly timeoutSeconds: number | undefined;
}

/** One `States` object: the machine's own, a Parallel branch's, or a Map's processor. */
export interface CompiledScope {
  readonly startAt: string;
  readonly states: ReadonlyMap<string, CompiledState>;
}

export interface CompiledState {
  readonly name: string;
  readonly definition: State;
  /** Scopes of a Parallel's branches; the one scope of a Map's processor. */
  readonly branches: readonly CompiledScope[];
  readonly handlers: ErrorHandlers;
  readonly behaviour: StateBehaviour;
}

export interface ErrorHandlers {
  readonly retriers: readonly CompiledRetrier[];
  readonly catchers: readonly CompiledCatcher[];
}

export interface CompiledRetrier {
  readonly errorEquals: readonly string[];
  readonly intervalSeconds: number;
  readonly maxAttempts: number;
  readonly backoffRate: number;
  readonly maxDelaySeconds: number;
  readonly fullJitter: boolean;
}

export interface CompiledCatcher {
  readonly errorEquals: readonly string[];
  readonly leaving: Leaving;
}

/**
 * A compiled state. `enter` runs once the state is entered and again for each retry; `resume` runs when what the
 * thread waited for has come. Both may throw QueryEvaluationError.
 */
export interface StateBehaviour {
  enter(run: RunningState): Outcome | Promise<Outcome>;
  resume?(run: RunningState, signal: Signal): Outcome | Promise<Outcome>;
  /** Called before Retry and Catch look at a failure, to write the state's own failure event. */
  failed?(run: RunningState): void;
}
