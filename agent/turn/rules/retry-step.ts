import { resolveTarget } from "#shared/actions/resolve-target.ts";
import { mostActions, type Step, type StepAction } from "#shared/contracts/step/step.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { isAgentsChoice } from "#shared/rules/agent-kind.ts";
import type { Runtime } from "../../runtime/services.ts";
import type { TurnState } from "../../turn-state/read-turn.ts";
import { resolving } from "../../turn-state/resolving.ts";
import { ruleStep } from "../../turn-state/rule-step.ts";
import { repeatableActions } from "../../verification/repeatable.ts";
import { aimedAt, sameElement } from "../../verification/step-scene.ts";

/** Time for a slow effect. After it the host looks again and does nothing if the target is gone. */
const pause = { action: "wait", duration: 500 } as const;

/**
 * Repeats the previous step after it had no effect, with its elements located again on the current screen, without a model
 * (docs/spec.md R3.3). Null: it did not fail, was tried twice already, may have had an effect, or its elements are gone.
 */
export async function retryStep(
  input: PredictActionInput,
  state: TurnState,
  runtime: Runtime<"predict-action">,
): Promise<Step | null> {
  const { job, history } = state;
  const last = history.at(-1);
  if (last === undefined || !isAgentsChoice(last.chosenBy) || last.stepNumber <= (job.lostSteps ?? 0))
    return null;
  const tree = await runtime.trees(last.before.treeKey);
  const again = repeatableActions(last, tree);
  if (again.length === 0) return null;
  const found = await foundAnew(again, { ...last, tree }, state);
  if (found === null) return null;
  const wait: StepAction = { action: pause, deviceAction: pause };
  const actions = found.length < mostActions ? [wait, ...found] : [...found];
  const { model, thinking, stepNumber } = last;
  runtime.logger.info("a step is done once more", { stepNumber: input.stepNumber, retryOf: stepNumber });
  return ruleStep(
    input,
    state,
    { actions, chosenBy: "retry", retryOf: stepNumber, model, thinking },
    runtime,
  );
}

/** The actions with elements of the current screen; null if a target is missing. */
async function foundAnew(
  actions: readonly StepAction[],
  was: Pick<Step, "before"> & Pick<TurnState, "tree">,
  state: TurnState,
): Promise<readonly StepAction[] | null> {
  const context = await resolving(state);
  const from = { observation: was.before, tree: was.tree };
  const resolved: StepAction[] = [];
  for (const done of actions) {
    const target = aimedAt(done, from);
    const now = target && was.tree !== null ? sameElement(target, was.tree, state.tree) : undefined;
    const isAimed =
      typeof done.action.element === "number" || (target !== undefined && "coordinate" in done.action);
    if (isAimed && now === undefined) return null;
    const { coordinate: place, ...rest } = done.action;
    const aimed = isAimed && now !== undefined ? { ...rest, element: now.element_id } : done.action;
    try {
      const { deviceAction, element } = resolveTarget(aimed, state.catalogue, context);
      if (deviceAction === undefined) return null;
      // Agents that work from pictures use no elements: the place stays.
      const coordinate = place === undefined ? undefined : deviceAction.coordinate;
      const action = coordinate === undefined ? aimed : { ...done.action, coordinate };
      resolved.push({ action, deviceAction, ...(element === undefined ? {} : { element }) });
    } catch (error) {
      if (error instanceof DroverError && error.audience === "model") return null;
      throw error;
    }
  }
  return resolved;
}
