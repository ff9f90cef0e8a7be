import type { SemanticUITree, UIElement } from "../../contracts/protocol/semantic-ui-tree.ts";

/** An action's parameters, from the model or for the host. */
type Parameters = Readonly<Record<string, unknown>>;

/** The element that was named, and what lies at these points. */
export function elementsAt(
  id: unknown,
  points: readonly unknown[],
  tree: SemanticUITree,
): readonly UIElement[] {
  const at = points.flatMap((point) => pointOf(point) ?? []);
  return tree.elements.filter(
    (element) => element.element_id === id || at.some((point) => isUnder(element, point, tree)),
  );
}

/**
 * What an action is done on: what lies under its fingers, or what has the focus when it has none. Null: nobody knows. `told` is what a
 * host is told; `chosen`, where the model named an element.
 */
export function aimedElements(
  told: Parameters,
  tree: SemanticUITree | null,
  chosen: Parameters = {},
): readonly UIElement[] | null {
  if (tree === null) return null;
  const fingers = Array.isArray(told.fingers) ? told.fingers.map(({ start }) => start) : [];
  const points = [told.coordinate, told.start, ...fingers].filter((point) => point !== undefined);
  return points.length === 0 && chosen.element === undefined
    ? tree.elements.filter(({ focused }) => focused)
    : elementsAt(chosen.element, points, tree);
}

type Point = readonly [x: number, y: number];

/** Of the screen's width and height. */
function pointOf(value: unknown): readonly Point[] | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [x, y] = value;
  return typeof x === "number" && typeof y === "number" ? [[x, y]] : null;
}

/** What covers half the screen is what things lie on. */
const largestPart = 0.5;

function isUnder(
  { bounds, visibility }: UIElement,
  [x, y]: Point,
  { screen_width: width, screen_height: height }: SemanticUITree,
): boolean {
  const { left, top, right, bottom } = bounds;
  const [pixelX, pixelY] = [x * width, y * height];
  const isThere = pixelX >= left && pixelX < right && pixelY >= top && pixelY < bottom;
  const part = ((right - left) * (bottom - top)) / (width * height);
  return isThere && visibility === "visible" && part < largestPart;
}
