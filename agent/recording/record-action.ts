import * as z from "zod";
import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import { openApp } from "#shared/actions/built-in/open-app.ts";
import type { Bounds, SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { RecordedAction } from "#shared/contracts/step/recording.ts";
import { PlaceField, type WithinElement } from "#shared/contracts/step/script.ts";
import type { StepAction } from "#shared/contracts/step/step.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { toPixel } from "#shared/screen/coordinates.ts";
import { selectorOf } from "../targets/selector.ts";
import { shortTarget } from "./short-target.ts";

const Package = z.object({ package: z.string() });
const ElementId = z.object({ element: z.number() });

/** An action in the form in which it can be done again on another screen; `tree`: the one that it was chosen on. */
export function recordAction(
  { action, deviceAction }: StepAction,
  tree: SemanticUITree | null,
  catalogue: ActionCatalogue,
): RecordedAction {
  const opened = Package.safeParse(deviceAction);
  // A label is of one language, a package is everywhere the same.
  if (action.action === openApp.name && opened.success)
    return { action: { ...action, app: opened.data.package } };
  const pointed = ElementId.safeParse(action);
  if (pointed.success) return byElement(action, pointed.data.element, deviceAction, tree);
  const element = tree === null || !isAimed(deviceAction, catalogue) ? undefined : elementAt(tree, action);
  return tree === null || element === undefined ? { action } : byPlace(action, element, tree);
}

const identified = (element: UIElement, tree: SemanticUITree): Pick<RecordedAction, "target" | "name"> => ({
  target: selectorOf(element, tree),
  name: shortTarget(element, tree),
});

function byElement(
  { element: _id, ...action }: StoredAction,
  id: number,
  deviceAction: StoredAction | undefined,
  tree: SemanticUITree | null,
): RecordedAction {
  const element = tree?.elements.find((one) => one.element_id === id);
  if (tree !== null && element !== undefined)
    return { action: action as StoredAction, ...identified(element, tree) };
  const place = Coordinate.safeParse(deviceAction?.coordinate);
  return { action: (place.success ? { ...action, coordinate: place.data } : action) as StoredAction };
}

/** Whether it is meant for what lies where it points, rather than for whatever is there. */
function isAimed(deviceAction: StoredAction | undefined, catalogue: ActionCatalogue): boolean {
  if (deviceAction === undefined) return false;
  const { action, ...given } = deviceAction;
  const definition = catalogue.find(action);
  const parameters = definition?.device?.safeParse(given);
  if (definition?.device === undefined || parameters?.success !== true) return false;
  return definition.aims(parameters.data).at === "points";
}

/** What covers more of the screen than this is not an element to aim at: the place on it is what was meant. */
const largestShare = 0.4;

const areaOf = ({ left, top, right, bottom }: Bounds): number => (right - left) * (bottom - top);

/** The smallest element where the action begins. */
function elementAt(tree: SemanticUITree, action: StoredAction): UIElement | undefined {
  const place = Coordinate.safeParse(action.coordinate ?? action.start);
  if (!place.success) return undefined;
  const screen = { width: tree.screen_width, height: tree.screen_height };
  const { x, y } = toPixel(place.data, screen);
  return tree.elements
    .filter(({ bounds, visibility }) => {
      const { left, top, right, bottom } = bounds;
      return visibility === "visible" && left <= x && x < right && top <= y && y < bottom;
    })
    .filter(({ bounds }) => areaOf(bounds) <= screen.width * screen.height * largestShare)
    .reduce<UIElement | undefined>(
      (least, one) => (least === undefined || areaOf(one.bounds) <= areaOf(least.bounds) ? one : least),
      undefined,
    );
}

function byPlace(action: StoredAction, element: UIElement, tree: SemanticUITree): RecordedAction {
  const { left, top, right, bottom } = element.bounds;
  const parts = PlaceField.options.flatMap((field): [PlaceField, WithinElement][] => {
    const place = Coordinate.safeParse(action[field]);
    if (!place.success) return [];
    const x = (place.data[0] * tree.screen_width - left) / (right - left);
    const y = (place.data[1] * tree.screen_height - top) / (bottom - top);
    return [[field, [rounded(x), rounded(y)]]];
  });
  const others = Object.entries(action).filter(([name]) => !parts.some(([field]) => field === name));
  return {
    action: Object.fromEntries(others) as StoredAction,
    ...identified(element, tree),
    within: Object.fromEntries(parts),
  };
}

const rounded = (value: number): number => Math.min(Math.max(Math.round(value * 1_000) / 1_000, -50), 50);
