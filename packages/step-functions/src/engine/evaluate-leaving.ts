import { exceedsBytes, Payload } from "../execution/payload.ts";
import type { FailedOutcome, Leaving, RunningState, Visible } from "../execution/running-state.ts";
import { tooDeep } from "../execution/too-deep.ts";
import type { JsonObject } from "../expression/json-value.ts";
import { causeInState } from "../expression/query-evaluation-error.ts";
import { type VariableScope, variableLimitBreach } from "../expression/variable-scope.ts";

export interface Left {
  readonly kind: "left";
  readonly output: Payload;
  /** The variables that Assign sets; null without one. */
  readonly assigned: JsonObject | null;
}

/** With what a state is left: its evaluated Output and Assign, held against the service's quotas. */
export async function evaluateLeaving(
  run: RunningState,
  variables: VariableScope,
  leaving: Leaving,
  visible: Visible,
  result: Payload | null,
): Promise<Left | FailedOutcome> {
  const output =
    leaving.output === null
      ? (result ?? run.payload)
      : Payload.ofValue(await run.evaluate(leaving.output, visible));
  const assigned =
    leaving.assign === null ? null : ((await run.evaluate(leaving.assign, visible)) as JsonObject);
  if (exceedsBytes(output.json, run.limits.payloadBytes)) return run.tooLarge(run.stateName);
  const nested =
    tooDeep(run, output.json) ?? (assigned === null ? undefined : tooDeep(run, JSON.stringify(assigned)));
  if (nested !== undefined) return nested;
  if (assigned !== null && variableLimitBreach(variables, assigned) !== undefined) {
    const detail = "The size of the variables exceeds the maximum number of bytes service limit.";
    return { kind: "failed", error: "States.DataLimitExceeded", cause: causeInState(run, detail) };
  }
  return { kind: "left", output, assigned };
}
