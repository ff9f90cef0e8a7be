import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { holdsPoint } from "#shared/screen/area.ts";
import type { Pixel } from "#shared/screen/coordinates.ts";

const columns = 9;
const rows = 14;

const takesTaps = (element: UIElement): boolean =>
  element.clickable ||
  element.long_clickable ||
  element.checkable ||
  element.focusable ||
  element.type === "textfield" ||
  element.type === "webview";

/**
 * A place where a tap does nothing but give its window the focus: on none of the elements that take one. The corner farthest from
 * everything when all of the window takes taps.
 */
export function inertPoint(
  tree: SemanticUITree | null,
  size: { readonly width: number; readonly height: number },
): Pixel {
  const taking = (tree?.elements ?? []).filter(takesTaps);
  for (let row = 1; row < rows; row += 1) {
    for (let column = 1; column < columns; column += 1) {
      const x = Math.round((size.width * column) / columns);
      const y = Math.round((size.height * row) / rows);
      if (!taking.some(({ bounds }) => holdsPoint(bounds, x, y))) return { x, y };
    }
  }
  return { x: size.width - 1, y: Math.round(size.height / 2) };
}
