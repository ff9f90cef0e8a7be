import type { AgentAction } from "../contracts/agent-action.ts";
import { DeviceAction } from "../contracts/device-action.ts";
import type { SemanticUITree, UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import { elementName } from "../domain/element-label.ts";
import { touchPoint } from "../domain/touch-point.ts";
import { DroverError } from "../errors/drover-error.ts";

export interface ResolvedTarget {
  /** Absent for FINISH, ask_user and mcp_call. */
  readonly deviceAction?: DeviceAction;
  /** The element meant, as the model saw it. */
  readonly element?: string;
}

function elementById(id: number, tree: SemanticUITree | null): { target: UIElement; tree: SemanticUITree } {
  const target = tree?.elements.find((element) => element.element_id === id);
  if (tree !== null && target !== undefined) return { target, tree };
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
 * What the host is to do: an element becomes the point where a tap meets it.
 * @throws UnknownElement naming the ids there are
 */
export function resolveTarget(action: AgentAction, tree: SemanticUITree | null): ResolvedTarget {
  if (action.action === "FINISH" || action.action === "ask_user" || action.action === "mcp_call") return {};
  if (!("element" in action) || action.element === undefined)
    return { deviceAction: DeviceAction.parse(action) };
  const { element: id, ...rest } = action;
  const { target, tree: shown } = elementById(id, tree);
  const coordinate = touchPoint(target, shown);
  return {
    deviceAction: DeviceAction.parse({ ...rest, coordinate }),
    element: elementName(target).slice(0, 300).toWellFormed(),
  };
}
