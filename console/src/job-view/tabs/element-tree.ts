import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import { elementLabel } from "#shared/screen/element-label.ts";
import { displayText } from "#shared/text/display-text.ts";

const altLabels = 12;
const altLength = 300;

/** What is on a picture, for who does not see it. Words of the device. */
export function pictureWords(tree: SemanticUITree | null, app: string): string {
  const where = tree?.app_name || app || "the device";
  const labels = (tree?.elements ?? []).map(elementLabel).filter((label) => label !== "");
  const said = labels.slice(0, altLabels).join(", ");
  return displayText(`Screen of ${where}${said === "" ? "" : `: ${said}`}`, altLength);
}

const areaOf = ({ bounds: { left, top, right, bottom } }: UIElement): number =>
  (right - left) * (bottom - top);

/** What a pointer means: the smallest element there. Coordinates from 0 to 1. */
export function elementAt(tree: SemanticUITree, x: number, y: number): UIElement | undefined {
  const px = x * tree.screen_width;
  const py = y * tree.screen_height;
  return tree.elements
    .filter(({ bounds }) => px >= bounds.left && px < bounds.right && py >= bounds.top && py < bounds.bottom)
    .sort((one, other) => areaOf(one) - areaOf(other))[0];
}

/** How deep it lies in rows, cards and lists. */
export function depthOf(element: UIElement, byId: ReadonlyMap<number, UIElement>): number {
  let depth = 0;
  let at = element.inside;
  while (at !== undefined && depth < 8) {
    depth += 1;
    at = byId.get(at)?.inside;
  }
  return depth;
}

/** `on`, `selected`, `disabled` …, as far as it says anything. */
export function elementStates(element: UIElement): readonly string[] {
  const { checkable, checked, selected, focused, enabled, password, visibility, source } = element;
  return [
    checkable ? (checked ? "on" : "off") : "",
    selected ? "selected" : "",
    focused ? "focused" : "",
    enabled ? "" : "disabled",
    password ? "password" : "",
    visibility === "covered" ? "covered" : "",
    source === "picture" ? "read from the picture" : "",
  ].filter(Boolean);
}

/** Of a stored tree; what has another form is not a tree. */
export function asTree(value: unknown): SemanticUITree | null {
  const tree = value as SemanticUITree | null;
  return typeof tree === "object" && tree !== null && Array.isArray(tree.elements) ? tree : null;
}

/** Pixels of the screen that a tree or an observation speaks of. */
export const sizeOf = (tree: SemanticUITree | null, screen: ScreenSize): ScreenSize =>
  tree === null ? screen : { width: tree.screen_width, height: tree.screen_height };
