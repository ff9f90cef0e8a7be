import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { AgentAction } from "#shared/actions/built-in-actions.ts";
import { resolveTarget } from "#shared/actions/resolve-target.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { UIAction } from "#shared/contracts/protocol/ui-action.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";

/** The same primitive in the host's terms, its element found in the tree that was shown last. Throws UnknownElement. */
export function toDeviceAction(
  action: UIAction,
  tree: SemanticUITree | null,
  actions: ActionCatalogue,
): StoredAction {
  const { deviceAction } = resolveTarget(toAgentAction(action), actions, { tree, apps: [] });
  if (deviceAction !== undefined) return deviceAction;
  throw new DroverError("SchemaMismatch", `This host does not support the action '${action.action_type}'.`);
}

/** The protocol's word for an action and an agent's. */
function toAgentAction(action: UIAction): AgentAction {
  switch (action.action_type) {
    case "click":
      return { action: "tap", element: action.element_id };
    case "long_click":
      return { action: "long_press", element: action.element_id };
    case "double_click":
      return { action: "double_tap", element: action.element_id };
    case "type":
      return { action: "type", text: action.text, ...defined({ element: action.element_id }) };
    case "scroll":
      return { action: "scroll", direction: action.direction, ...defined({ element: action.element_id }) };
    case "wait":
      return { action: "wait", duration: action.duration_ms };
    case "global_action":
      return globalAction(action.global_action);
  }
}

function globalAction(name: "HOME" | "BACK" | "RECENTS" | "POWER"): AgentAction {
  const actions = { HOME: "home", BACK: "back", RECENTS: "recent", POWER: "power" } as const;
  return { action: actions[name] };
}
