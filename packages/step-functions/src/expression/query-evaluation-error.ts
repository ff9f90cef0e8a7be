/** The state that evaluates, as the service names it in every cause. */
export interface StatePosition {
  readonly stateName: string;
  /** Id of the state's `…StateEntered` event. */
  readonly enteredEventId: number;
}

/** Puts the service's opening sentence before what went wrong in a state. */
export function causeInState(state: StatePosition, detail: string): string {
  return `An error occurred while executing the state '${state.stateName}' (entered at the event id #${state.enteredEventId}). ${detail}`;
}

/**
 * `States.QueryEvaluationError`: a field of a state could not be evaluated. `cause` is the service's text;
 * `location` is the field (`Output/total`, `Choices[1]/Condition`) for the `EvaluationFailed` event, absent where
 * the service gives none (a Map state whose input is not an array).
 */
export class QueryEvaluationError extends Error {
  override readonly name = "States.QueryEvaluationError";
  readonly error = "States.QueryEvaluationError";
  override readonly cause: string;
  /** What went wrong, without the sentence that names the state. */
  readonly detail: string;
  readonly stateName: string;
  readonly location: string | undefined;

  constructor(state: StatePosition, detail: string, location?: string) {
    const cause = causeInState(state, detail);
    super(cause);
    this.cause = cause;
    this.detail = detail;
    this.stateName = state.stateName;
    this.location = location;
  }
}
