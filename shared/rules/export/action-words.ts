import type { Step, StepAction } from "../../contracts/step/step.ts";
import type { StoredAction } from "../../contracts/step/stored-action.ts";

/**
 * An action as another agent can do it: places instead of element ids, which mean something on the screen they were given
 * for alone.
 */
export function portableAction({ action, deviceAction }: StepAction): StoredAction {
  if (deviceAction === undefined) return action;
  const { element: _element, ...given } = action;
  const places = Object.fromEntries(
    Object.entries(deviceAction).filter(([name]) => !(name in given) && name !== "action"),
  );
  return { ...given, ...places };
}

/** The result of an action on the device, for readers of the step. */
export function outcomeWords({ outcome }: Pick<StepAction, "outcome">): string {
  if (outcome === undefined) return "";
  if (outcome.ok) return "done";
  return `failed: ${outcome.message ?? outcome.errorCode ?? outcome.effect}`;
}

/**
 * Chosen on the screen for the task: by the agent's model, an outside agent, or the person whose the job was; not by a rule, a
 * record, a session's user or whoever helped out.
 */
export const isAgentsOwnChoice = ({ chosenBy, usage }: Pick<Step, "chosenBy" | "usage">): boolean =>
  chosenBy === "model" ? usage.calls > 0 : chosenBy === "external" || chosenBy === "human";
