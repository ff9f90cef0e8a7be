import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";

const areaOf = ({ bounds: { left, top, right, bottom } }: UIElement): number =>
  (right - left) * (bottom - top);

export const canBeTapped = ({ clickable, checkable, enabled, visibility }: UIElement): boolean =>
  enabled && visibility === "visible" && (clickable || checkable);

/** What a finger at this place (pixels) would meet: the smallest thing there that takes taps, else the smallest thing. */
export function touchedElement({ elements }: SemanticUITree, x: number, y: number): UIElement | undefined {
  const there = elements
    .filter(({ bounds: { left, top, right, bottom } }) => x >= left && x < right && y >= top && y < bottom)
    .toSorted((one, other) => areaOf(one) - areaOf(other));
  return there.find(canBeTapped) ?? there.find(({ visibility }) => visibility === "visible");
}

/** What a person calls it. */
export const nameOf = ({ text, content_description, hint_text, type }: UIElement): string =>
  text || content_description || hint_text || type;
