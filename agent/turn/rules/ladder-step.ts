import { resolveTarget } from "#shared/actions/resolve-target.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import { isDenied } from "../../people/deny-step.ts";
import { isMapUnchanged } from "../../planning/stagnation.ts";
import { nextRung } from "../../recovery/recovery-ladder.ts";
import type { Runtime } from "../../runtime/services.ts";
import type { TurnState } from "../../turn-state/read-turn.ts";
import { movingSteps, sinceFresh } from "../../turn-state/repetition.ts";
import { resolving } from "../../turn-state/resolving.ts";
import { ruleStep } from "../../turn-state/rule-step.ts";

/** None of the last four steps changed the current screen. Steps that should not change it do not count. */
function isAtStuckPlace({ job, history, catalogue, observation }: TurnState): boolean {
  const steps = movingSteps(sinceFresh(job, history), catalogue).filter(
    ({ step }) => step.verification?.verdict !== "passed" && !isDenied(step),
  );
  return isMapUnchanged(steps) && steps.at(-1)?.hashAfter === observation.treeHash;
}

/** What was already tried at this place, in the words of those steps. */
const triedHere = ({ job, history, observation }: TurnState): readonly string[] =>
  sinceFresh(job, history)
    .filter(({ chosenBy, before }) => chosenBy === "unstick" && before.treeHash === observation.treeHash)
    .map(({ thinking }) => thinking);

const nextTry = ({ observation, tree, apps }: TurnState, tried: readonly string[]) =>
  nextRung({ ...observation, tree, apps }, tried);

/** All rules were tried at this place and the screen is unchanged: a recovery is due. */
export function isBeyondRules(state: TurnState): boolean {
  const tried = triedHere(state);
  return tried.length > 0 && isAtStuckPlace(state) && nextTry(state, tried) === null;
}

/**
 * What rules try, without a model, when the screen no longer changes: hide the keyboard, scroll, go back, open the
 * app again, each once at one place (docs/spec.md R9.1). Null: the agent is not stuck, or everything was tried.
 */
export async function ladderStep(
  input: PredictActionInput,
  state: TurnState,
  runtime: Runtime<"predict-action">,
): Promise<Step | null> {
  const { catalogue } = state;
  const next = isAtStuckPlace(state) ? nextTry(state, triedHere(state)) : null;
  if (next === null) return null;
  const { deviceAction, element } = resolveTarget(next.action, catalogue, await resolving(state));
  if (deviceAction === undefined) return null;
  const actions = [{ action: next.action, deviceAction, ...(element === undefined ? {} : { element }) }];
  runtime.logger.info("unsticking by rule", { stepNumber: input.stepNumber, rung: next.rung });
  const model = `rule:${next.rung}`;
  return ruleStep(input, state, { actions, chosenBy: "unstick", model, thinking: next.words }, runtime);
}
