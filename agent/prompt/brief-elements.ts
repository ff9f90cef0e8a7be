import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { elementLabel } from "#shared/screen/element-label.ts";

/** The lower, the sooner a simple task needs it; undefined: never. */
function rank(element: UIElement): number | undefined {
  if (element.visibility === "covered") return undefined;
  const isNamed = elementLabel(element) !== "";
  if (element.focused || element.type === "textfield") return 0;
  if (element.clickable || element.checkable || element.type === "slider") return isNamed ? 1 : 3;
  if (element.type === "text" && isNamed) return 2;
  return element.scrollable ? 2 : undefined;
}

/** The `limit` elements that a simple task is likeliest to need, in the order of the screen. */
export function briefElements({ elements }: SemanticUITree, limit: number): readonly UIElement[] {
  const ranked = elements.flatMap((element, order) => {
    const found = rank(element);
    return found === undefined ? [] : [{ element, order, rank: found }];
  });
  const kept = ranked.sort((a, b) => a.rank - b.rank || a.order - b.order).slice(0, limit);
  return kept.sort((a, b) => a.order - b.order).map(({ element }) => element);
}
