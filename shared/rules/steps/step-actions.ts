import type { Step } from "../../contracts/job/step.ts";
import type { StoredAction } from "../../contracts/job/stored-action.ts";

/** What a host has to do for the step, in order. */
export const deviceActionsOf = ({ actions }: Pick<Step, "actions">): readonly StoredAction[] =>
  actions.flatMap(({ deviceAction }) => (deviceAction === undefined ? [] : [deviceAction]));
