import type { AgentAction } from "../contracts/agent-action.ts";
import { DeviceAction } from "../contracts/device-action.ts";
import type { SemanticUITree, UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import { toNormalised } from "../domain/coordinates.ts";
import { elementName } from "../domain/element-label.ts";
import { DroverError } from "../errors/drover-error.ts";

export interface ResolvedTarget {
  /** Absent for FINISH, ask_user and mcp_call. */
  readonly deviceAction?: DeviceAction;
  /** The element meant, as the model saw it. */
  readonly element?: string;
}

function elementById(id: number, tree: SemanticUITree | null): UIElement {
  const found = tree?.elements.find((element) => element.element_id === id);
  if (found !== undefined) return found;
  const count = tree?.elements.length ?? 0;
  const range =
    count === 0
      ? "The current screen has no elements: use a coordinate."
      : `The current screen has elements 0 to ${count - 1}.`;
  throw new DroverError("UnknownElement", `There is no element ${id}. ${range}`, {
    details: { element: id, count },
  });
}

/**
 * What the host is to do: an element becomes the centre of what is visible of it.
 * @throws UnknownElement naming the ids there are
 */
export function resolveTarget(action: AgentAction, tree: SemanticUITree | null): ResolvedTarget {
  if (action.action === "FINISH" || action.action === "ask_user" || action.action === "mcp_call") return {};
  if (!("element" in action) || action.element === undefined)
    return { deviceAction: DeviceAction.parse(action) };
  const { element: id, ...rest } = action;
  const target = elementById(id, tree);
  const { left, top, right, bottom } = target.bounds;
  const screen = { width: tree?.screen_width ?? 1, height: tree?.screen_height ?? 1 };
  const coordinate = toNormalised({ x: (left + right) / 2, y: (top + bottom) / 2 }, screen);
  return {
    deviceAction: DeviceAction.parse({ ...rest, coordinate }),
    element: elementName(target).slice(0, 300).toWellFormed(),
  };
}
