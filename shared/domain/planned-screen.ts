import type { Coordinate } from "../contracts/coordinate.ts";
import type { SemanticUITree, UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import { toPixel } from "./coordinates.ts";
import { elementName } from "./element-label.ts";

/** As much of a screen as an action is planned on. */
export interface PlannedScreen {
  /** Empty when Android named none. */
  readonly package: string;
  readonly activity: string;
  /** Null when it could not be read. */
  readonly tree: SemanticUITree | null;
}

/** What of the screen an action was chosen on must still be there when it is done. */
export type Aim =
  /** It means the same wherever it is done. */
  | { readonly at: "anywhere" }
  /** The app and its activity. */
  | { readonly at: "screen" }
  /** The field with the input focus as well. */
  | { readonly at: "focus" }
  /** The element under each finger as well. */
  | { readonly at: "points"; readonly points: readonly Coordinate[] };

/**
 * Why the action would not do what it was chosen for, in a sentence for the model; null when nothing that it depends on
 * is different: the app in front, the element under each finger, the field with the focus (docs/faults.md C11).
 */
export function differsFromPlan(aim: Aim, planned: PlannedScreen, now: PlannedScreen): string | null {
  if (aim.at === "anywhere") return null;
  const [before, after] = [nameOf(planned), nameOf(now)];
  if (before !== after && before !== "" && after !== "") {
    return `Nothing was done: the screen is ${after} now, and the action was chosen for ${before}.`;
  }
  if (planned.tree === null || now.tree === null) return null;
  const meant = meantElements(aim, planned.tree);
  const found = meantElements(aim, now.tree);
  const at = meant.findIndex((element, index) => element?.stable_id !== found[index]?.stable_id);
  if (at < 0) return null;
  const name = meant[at] === undefined ? "Something else" : elementName(meant[at]);
  return `Nothing was done: ${name} is not where it was when the action was chosen.`;
}

const nameOf = ({ package: app, activity }: PlannedScreen): string =>
  app === "" ? "" : `${app} ${activity}`.trim();

function meantElements(aim: Aim, tree: SemanticUITree): readonly (UIElement | undefined)[] {
  if (aim.at === "points") return aim.points.map((finger) => elementAt(finger, tree));
  return aim.at === "focus" ? [tree.elements.find(({ focused }) => focused)] : [];
}

/** The smallest one that the finger would meet. */
function elementAt(finger: Coordinate, tree: SemanticUITree): UIElement | undefined {
  const { x, y } = toPixel(finger, { width: tree.screen_width, height: tree.screen_height });
  const met = tree.elements.filter(
    ({ bounds, visibility }) =>
      visibility === "visible" &&
      x >= bounds.left &&
      x < bounds.right &&
      y >= bounds.top &&
      y < bounds.bottom,
  );
  return met.sort((a, b) => areaOf(a) - areaOf(b))[0];
}

const areaOf = ({ bounds }: UIElement): number => (bounds.right - bounds.left) * (bounds.bottom - bounds.top);
