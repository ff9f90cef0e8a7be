import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { ResolveContext } from "#shared/actions/action-definition.ts";
import { askUser } from "#shared/actions/built-in/ask-user.ts";
import { finish } from "#shared/actions/built-in/finish.ts";
import { mcpCall } from "#shared/actions/built-in/mcp-call.ts";
import { tell } from "#shared/actions/built-in/tell.ts";
import { waitFor } from "#shared/actions/built-in/wait-for.ts";
import { resolveTarget } from "#shared/actions/resolve-target.ts";
import { mostActions, type StepAction } from "#shared/contracts/step/step.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { eachAction } from "./each-action.ts";

const refused = (problem: string, field: string, value: string): DroverError =>
  new DroverError("ValidationError", problem, { details: { field, value } });

const missing: Readonly<Record<string, string>> = {
  [askUser.name]: "There is no user to ask in this job",
  [mcpCall.name]: "There are no tools in this job",
  [tell.name]: "There is no other role in this job",
  [waitFor.name]: "There is no other role in this job",
};

/** Not every job has somebody to ask, and none but its own tools: a model is told so once. */
function checkTalk(action: StoredAction, catalogue: ActionCatalogue, { tools = [] }: ResolveContext): void {
  const problem = missing[action.action];
  if (problem === undefined) return;
  if (!catalogue.offered.some(({ name }) => name === action.action)) {
    const instead =
      "decide from the task and the screen, or FINISH with status infeasible and say what is missing";
    throw refused(`${problem}: ${instead}.`, "action", action.action);
  }
  if (action.action !== mcpCall.name || tools.includes(String(action.tool))) return;
  throw refused(
    `There is no tool '${String(action.tool).slice(0, 100)}' in this job: ${tools.slice(0, 20).join(", ")}.`,
    "tool",
    String(action.tool).slice(0, 200),
  );
}

function checkList(actions: readonly StoredAction[]): void {
  if (actions.length > mostActions) {
    throw refused(
      `There are ${actions.length} actions; a turn has at most ${mostActions}.`,
      "actions",
      String(actions.length),
    );
  }
  const end = actions.findIndex(({ action }) => action === finish.name);
  if (end >= 0 && end < actions.length - 1) {
    throw refused(`${finish.name} stands alone or comes last.`, "actions", finish.name);
  }
  const talk = actions.find(({ action }) => action in missing);
  if (talk !== undefined && actions.length > 1)
    throw refused(
      `${talk.action} stands alone: its answer comes with the next turn.`,
      "actions",
      talk.action,
    );
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
    checkTalk(action, catalogue, context);
    return { action, ...resolveTarget(action, catalogue, context) };
  });
}
