import type { SemanticUITree, UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import { elementLabel } from "./element-label.ts";

/** A screen has a title and something to read or press: fewer names than this are not all that it shows. */
const fewestNames = 2;

const isNamed = (element: UIElement): boolean => elementLabel(element) !== "" && element.source !== "picture";

/**
 * Why the elements say less than the screen shows, as games, canvases and pages without accessibility do; null when they
 * will do. What was read out of the picture does not make the app's own account of its screen any better.
 */
export function poorTree(tree: SemanticUITree | null): string | null {
  if (tree === null) return "the elements could not be read";
  if ((tree.undescribed?.length ?? 0) > 0) return "part of the screen is drawn without elements";
  if (tree.elements.filter(isNamed).length < fewestNames) return "hardly anything on the screen has a name";
  return null;
}
