import type { Coordinate } from "#shared/contracts/coordinate.ts";
import type { DeviceAction } from "#shared/contracts/device-action.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { UIAction } from "#shared/contracts/protocol/ui-action.ts";
import { touchPoint } from "#shared/domain/touch-point.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

/** The same primitive in the host's terms, its element found in the tree that was shown last. Throws UnknownElement. */
export function toDeviceAction(action: UIAction, tree: SemanticUITree | null): DeviceAction {
  const target = (id: number | undefined): { coordinate?: Coordinate } =>
    id === undefined ? {} : { coordinate: pointOf(id, tree) };
  switch (action.action_type) {
    case "click":
      return { action: "tap", coordinate: pointOf(action.element_id, tree) };
    case "long_click":
      return { action: "long_press", coordinate: pointOf(action.element_id, tree) };
    case "double_click":
      return { action: "double_tap", coordinate: pointOf(action.element_id, tree) };
    case "type":
      return { action: "type", text: action.text, ...target(action.element_id) };
    case "scroll":
      return { action: "scroll", direction: action.direction, ...target(action.element_id) };
    case "wait":
      return { action: "wait", duration: action.duration_ms };
    case "global_action":
      return globalAction(action.global_action);
  }
}

function globalAction(name: "HOME" | "BACK" | "RECENTS" | "POWER"): DeviceAction {
  if (name === "POWER") return { action: "key", key: "power" };
  return { action: ({ HOME: "home", BACK: "back", RECENTS: "recent" } as const)[name] };
}

function pointOf(id: number, tree: SemanticUITree | null): Coordinate {
  const element = tree?.elements.find((candidate) => candidate.element_id === id);
  if (tree === null || element === undefined) {
    const known =
      tree === null ? "there is no UI tree" : `the screen has elements 0 to ${tree.elements.length - 1}`;
    throw new DroverError("UnknownElement", `There is no element ${id} on the screen: ${known}.`);
  }
  return touchPoint(element, tree);
}
