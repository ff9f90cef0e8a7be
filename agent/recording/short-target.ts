import type { Selector } from "#shared/contracts/agent/selector.ts";
import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { ScriptTarget } from "#shared/contracts/step/script.ts";
import { defined } from "#shared/values/defined.ts";
import { distinguishing, elementMeant, selectorOf } from "../targets/selector.ts";

/** In the order in which a person would rather read them. */
const namings: readonly (readonly (keyof Selector)[])[] = [
  ["text"],
  ["description"],
  ["hint"],
  ["id"],
  ["text", "type"],
  ["id", "type"],
  ["text", "id"],
];

/** The fewest words that mean this element and no other on its screen. */
export function shortTarget(element: UIElement, tree: SemanticUITree): ScriptTarget {
  const { bounds: _bounds, class: _class, is, ...known } = selectorOf(element, tree);
  const [title] = (known.text ?? "").split(" | ");
  const named = { ...known, ...defined({ text: title || undefined }) };
  const shortest = namings
    .map((fields) => partOf(named, fields))
    .find((words) => words !== undefined && meansOnly(words, element, tree));
  const words = shortest ?? { ...known, ...distinguishing(element, known, tree) };
  return short({ ...words, ...defined({ is }) });
}

function partOf(selector: Selector, fields: readonly (keyof Selector)[]): Selector | undefined {
  const given = fields.map((field) => [field, selector[field]] as const);
  return given.some(([, value]) => value === undefined || value === "")
    ? undefined
    : Object.fromEntries(given);
}

function meansOnly(words: Selector, element: UIElement, tree: SemanticUITree): boolean {
  const finding = elementMeant(words, tree);
  return finding.kind === "found" && finding.element.element_id === element.element_id;
}

/** A name alone is written as it is. */
function short(selector: Selector): ScriptTarget {
  const { bounds: _bounds, ...target } = selector;
  const { text } = target;
  return text !== undefined && text !== "" && Object.keys(target).length === 1 ? text : target;
}
