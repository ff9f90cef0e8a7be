import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { elementAlteration } from "#shared/screen/element-alteration.ts";
import { elementLabel } from "#shared/screen/element-label.ts";
import { matchElements } from "#shared/screen/match-elements.ts";

export interface ScreenChange {
  readonly kind: "appeared" | "disappeared" | "altered";
  readonly element: UIElement;
  /** Words of the device. */
  readonly words: string;
}

/** What one screen has that the other has not, and what is otherwise; of an app that took over, all is new. */
export function screenChanges(before: SemanticUITree, after: SemanticUITree): readonly ScreenChange[] {
  const { pairs, appeared, disappeared } = matchElements(before, after);
  const named = (kind: "appeared" | "disappeared", elements: readonly UIElement[]): readonly ScreenChange[] =>
    elements
      .filter((element) => elementLabel(element) !== "")
      .map((element) => ({ kind, element, words: elementLabel(element) }));
  return [
    ...pairs.flatMap(([was, is]): readonly ScreenChange[] => {
      const words = elementAlteration(was, is);
      return words === undefined ? [] : [{ kind: "altered", element: is, words }];
    }),
    ...named("appeared", appeared),
    ...named("disappeared", disappeared),
  ];
}
