import type { Observation } from "#shared/contracts/device/observation.ts";
import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Intervention } from "#shared/contracts/step/intervention.ts";
import type { ActionOutcome, StepAction } from "#shared/contracts/step/step.ts";
import { matchElements } from "#shared/screen/match-elements.ts";
import { elementAt } from "#shared/screen/planned-screen.ts";

export interface SeenScreen {
  readonly observation: Pick<Observation, "package" | "keyboardShown" | "screen">;
  /** Null when it could not be read. */
  readonly tree: SemanticUITree | null;
}

/** A step that was done, with the screens before and after it: all that the rules look at. */
export interface StepScene {
  /** In order; those that were not done are told by their outcomes. */
  readonly actions: readonly StepAction[];
  readonly outcome?: ActionOutcome | undefined;
  /** It does again what another step did in vain. */
  readonly retryOf?: number | undefined;
  readonly expect?: string | undefined;
  /** Absent: no person touched the screen. */
  readonly interventions?: readonly Intervention[] | undefined;
  readonly changed: boolean;
  readonly before: SeenScreen;
  readonly after: SeenScreen;
}

/** What was done, as far as the outcomes tell. */
export const doneActions = ({ actions, outcome }: Pick<StepScene, "actions" | "outcome">) =>
  actions.filter(
    ({ deviceAction, outcome: own = outcome }) => deviceAction !== undefined && own?.ok === true,
  );

/** The element that an action was aimed at, as it was before. */
export function aimedAt({ action, deviceAction }: StepAction, { tree, observation }: SeenScreen) {
  if (tree === null) return undefined;
  if (typeof action.element === "number")
    return tree.elements.find(({ element_id: id }) => id === action.element);
  const point = deviceAction?.coordinate;
  if (!isPoint(point)) return undefined;
  const { width, height } = observation.screen;
  return elementAt({ x: Math.floor(point[0] * width), y: Math.floor(point[1] * height) }, tree);
}

const isPoint = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "number");

/** The same element on another screen; undefined when it is not there, or cannot be told from its namesakes. */
export const sameElement = (
  element: UIElement,
  from: SemanticUITree,
  to: SemanticUITree | null,
): UIElement | undefined =>
  to === null ? undefined : matchElements(from, to).pairs.find(([was]) => was === element)?.[1];
