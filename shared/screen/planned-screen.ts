import type { SemanticUITree, UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import type { Coordinate, ScreenSize } from "../contracts/values/coordinate.ts";
import { type Pixel, toPixel } from "./coordinates.ts";
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
 * is different: the app in front, the element under each finger, the field with the focus (docs/faults.md C11). `pixelOf` says
 * where a finger touches, when that is not by linear scaling.
 */
export function differsFromPlan(
  aim: Aim,
  planned: PlannedScreen,
  now: PlannedScreen,
  pixelOf: PixelOf = toPixel,
): string | null {
  if (aim.at === "anywhere") return null;
  const [before, after] = [nameOf(planned), nameOf(now)];
  if (before !== after && before !== "" && after !== "") {
    return `Nothing was done: the screen is ${after} now, and the action was chosen for ${before}.`;
  }
  if (planned.tree === null || now.tree === null) return null;
  const meant = meantElements(aim, planned.tree, pixelOf);
  const found = meantElements(aim, now.tree, pixelOf);
  const at = meant.findIndex((element, index) => element?.stable_id !== found[index]?.stable_id);
  if (at < 0) return null;
  const name = meant[at] === undefined ? "Something else" : elementName(meant[at]);
  return `Nothing was done: ${name} is not where it was when the action was chosen.`;
}

const nameOf = ({ package: app, activity }: PlannedScreen): string =>
  app === "" ? "" : `${app} ${activity}`.trim();

type PixelOf = (coordinate: Coordinate, screen: ScreenSize) => Pixel;

function meantElements(aim: Aim, tree: SemanticUITree, pixelOf: PixelOf): readonly (UIElement | undefined)[] {
  const screen = { width: tree.screen_width, height: tree.screen_height };
  if (aim.at === "points") return aim.points.map((finger) => elementAt(pixelOf(finger, screen), tree));
  return aim.at === "focus" ? [tree.elements.find(({ focused }) => focused)] : [];
}

/** The smallest element that a finger there would meet. */
export function elementAt({ x, y }: Pixel, tree: SemanticUITree): UIElement | undefined {
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
