import { nestsTooDeep, tooDeepMessage } from "../definition/nesting.ts";
import { causeInState, type StatePosition } from "../expression/query-evaluation-error.ts";
import { RUNTIME_ERROR } from "./failure.ts";
import type { FailedOutcome } from "./running-state.ts";

/** Refuses what a state would hand on when it is nested more deeply than JSON may be here. */
export function tooDeep(state: StatePosition, json: string): FailedOutcome | undefined {
  if (!nestsTooDeep(json)) return undefined;
  return { kind: "failed", error: RUNTIME_ERROR, cause: causeInState(state, `${tooDeepMessage}.`) };
}
