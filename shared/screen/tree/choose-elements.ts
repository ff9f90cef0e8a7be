import type { UIElement } from "../../contracts/protocol/semantic-ui-tree.ts";
import type { FoundElement } from "./collect-elements.ts";

/** The lower, the more an agent would miss it. */
function rank({ content }: FoundElement, visibility: UIElement["visibility"]): number {
  const { type, text, content_description: description, hint_text: hint } = content;
  const isUsed =
    content.clickable ||
    content.long_clickable ||
    content.checkable ||
    type === "textfield" ||
    type === "slider";
  const isNamed = text !== "" || description !== "" || hint !== "";
  if (content.focused || content.scrollable) return 0;
  if (visibility === "covered") return 5;
  if (isUsed && content.enabled) return isNamed ? 1 : 2;
  if (isUsed || type === "text") return 3;
  return 4;
}

export interface Choosable {
  readonly found: FoundElement;
  readonly visibility: UIElement["visibility"];
}

/** The `limit` most useful ones in the order they had; among equals the first. */
export function chooseElements<T extends Choosable>(elements: readonly T[], limit: number): readonly T[] {
  if (elements.length <= limit) return elements;
  const ranked = elements.map((element, order) => ({
    element,
    order,
    rank: rank(element.found, element.visibility),
  }));
  const kept = ranked.sort((a, b) => a.rank - b.rank || a.order - b.order).slice(0, limit);
  return kept.sort((a, b) => a.order - b.order).map(({ element }) => element);
}
