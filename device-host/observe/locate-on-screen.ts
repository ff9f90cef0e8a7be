import type {
  ElementCriteria,
  LocatedCandidate,
  LocateRequest,
} from "#shared/contracts/device/device-tools.ts";
import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { heightOf } from "#shared/screen/area.ts";
import { toPixel } from "#shared/screen/coordinates.ts";
import { elementLabel } from "#shared/screen/element-label.ts";
import { plainName } from "#shared/screen/find-app.ts";
import { locateElements } from "#shared/screen/locate-element.ts";
import { touchPoint } from "#shared/screen/touch-point.ts";

/** Of one line's height: farther than this nobody calls two things beside each other. */
const nearLines = 2;
const sureNeighbour = 0.8;

/** Where on the screen a description may mean, the likeliest first (docs/spec.md E3). */
export function locateOnScreen(
  tree: SemanticUITree,
  { description, criteria, minConfidence }: LocateRequest,
): readonly LocatedCandidate[] {
  if (criteria.package !== undefined && criteria.package !== tree.app_package) return [];
  const screen = { width: tree.screen_width, height: tree.screen_height };
  const elements = tree.elements.filter(
    (element) => holds(element, criteria) && isNear(element, tree, criteria),
  );
  return locateElements({ ...tree, elements }, description, criteria)
    .filter(({ confidence }) => confidence >= minConfidence)
    .map(({ element, confidence }) => {
      const coordinate = touchPoint(element, tree);
      return { element, confidence, pixel: toPixel(coordinate, screen), coordinate };
    });
}

const holds = (element: UIElement, { text }: ElementCriteria): boolean =>
  text === undefined ||
  plainName(`${elementLabel(element)} ${element.content_description}`).includes(plainName(text));

/** It stands by something of that name: it says so itself, is in the same row, or is next to it. */
function isNear(element: UIElement, tree: SemanticUITree, { near }: ElementCriteria): boolean {
  if (near === undefined) return true;
  if (element.near !== undefined && plainName(element.near).includes(plainName(near))) return true;
  return locateElements(tree, near)
    .filter(({ confidence }) => confidence >= sureNeighbour)
    .some(
      ({ element: other }) =>
        other.element_id !== element.element_id &&
        ((other.inside !== undefined && other.inside === element.inside) || isBeside(element, other)),
    );
}

function isBeside({ bounds: a }: UIElement, { bounds: b }: UIElement): boolean {
  const line = Math.max(heightOf(a), heightOf(b));
  const apart = Math.max(a.top - b.bottom, b.top - a.bottom, 0);
  const aside = Math.max(a.left - b.right, b.left - a.right, 0);
  return apart === 0 || (aside === 0 && apart <= nearLines * line);
}
