import type { Step } from "../../contracts/step/step.ts";
import type { StoredAction } from "../../contracts/step/stored-action.ts";

/** What a host has to do for the step, in order. */
export const deviceActionsOf = ({ actions }: Pick<Step, "actions">): readonly StoredAction[] =>
  actions.flatMap(({ deviceAction }) => (deviceAction === undefined ? [] : [deviceAction]));
