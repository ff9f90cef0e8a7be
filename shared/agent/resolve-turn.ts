import { mostActions, type StepAction } from "../contracts/step.ts";
import type { StoredAction } from "../contracts/stored-action.ts";
import { DroverError } from "../errors/drover-error.ts";
import type { ActionCatalogue } from "./actions/action-catalogue.ts";
import type { ResolveContext } from "./actions/action-definition.ts";
import { finish } from "./actions/finish.ts";
import { eachAction } from "./each-action.ts";
import { resolveTarget } from "./resolve-target.ts";

/** A job has no user and no tools: the model is told so once (docs/spec.md I4.3 gives them to it later). */
function refuseToAsk(action: StoredAction): void {
  if (action.action !== "ask_user" && action.action !== "mcp_call") return;
  const missing =
    action.action === "ask_user" ? "There is no user to ask in this job" : "There are no tools in this job";
  throw new DroverError(
    "ValidationError",
    `${missing}: decide from the task and the screen, or FINISH with status infeasible and say what is missing.`,
    { details: { field: "action", value: action.action } },
  );
}

function checkList(actions: readonly StoredAction[]): void {
  if (actions.length > mostActions) {
    throw new DroverError(
      "ValidationError",
      `There are ${actions.length} actions; a turn has at most ${mostActions}.`,
      { details: { field: "actions", value: String(actions.length) } },
    );
  }
  const end = actions.findIndex(({ action }) => action === finish.name);
  if (end >= 0 && end < actions.length - 1) {
    throw new DroverError("ValidationError", `${finish.name} stands alone or comes last.`, {
      details: { field: "actions", value: finish.name },
    });
  }
}

/**
 * What the turn is to do, each action with what the host is told.
 * @throws ValidationError, and what `resolveTarget` throws, with the action's place when there are several
 */
export function resolveTurn(
  actions: readonly StoredAction[],
  catalogue: ActionCatalogue,
  context: ResolveContext,
): readonly StepAction[] {
  checkList(actions);
  return eachAction(actions, (action) => {
    refuseToAsk(action);
    return { action, ...resolveTarget(action, catalogue, context) };
  });
}
