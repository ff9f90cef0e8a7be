import type { Selector, ToggleState } from "#shared/contracts/agent/selector.ts";
import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { elementLabel } from "#shared/screen/element-label.ts";
import { isClockText } from "#shared/values/clock-text.ts";
import { defined } from "#shared/values/defined.ts";

export type MeantElement =
  | { readonly kind: "found"; readonly element: UIElement }
  /** `covered`: it is there, under something else. */
  | { readonly kind: "notFound"; readonly covered: boolean }
  | { readonly kind: "ambiguous"; readonly count: number };

const longestName = 300;
const cut = (text: string): string | undefined => text.slice(0, longestName).toWellFormed() || undefined;
const oneSpace = (text: string): string => text.replace(/\s+/g, " ").trim();

/** What a field holds is no name of it. */
const nameOf = (element: UIElement): string =>
  element.type === "textfield" ? "" : oneSpace(elementLabel(element));
const titleOf = (name: string): string => name.split(" | ", 1)[0] ?? "";

/** How well a name fits: the whole of it, its first line, or first lines that are the same. 0: not at all. */
function textFit(element: UIElement, text: string): number {
  const [name, wanted] = [nameOf(element), oneSpace(text)];
  if (name === wanted) return 3;
  if (titleOf(name) === wanted) return 2;
  return titleOf(name) !== "" && titleOf(name) === titleOf(wanted) ? 1 : 0;
}

const hasId = ({ resource_id: id }: UIElement, wanted: string): boolean =>
  id === wanted || (!wanted.includes("/") && id.split("/").at(-1) === wanted);

function fits(element: UIElement, selector: Selector): boolean {
  const { description, hint, id, type, class: className } = selector;
  return (
    (description === undefined || oneSpace(element.content_description) === oneSpace(description)) &&
    (hint === undefined || oneSpace(element.hint_text) === oneSpace(hint)) &&
    (id === undefined || hasId(element, id)) &&
    (type === undefined || element.type === type) &&
    (className === undefined || element.class_name === className)
  );
}

const isUsed = (element: UIElement): boolean =>
  element.clickable || element.long_clickable || element.checkable || element.type === "textfield";

/** All that the selector's words fit best, in reading order. */
function matching(selector: Selector, elements: readonly UIElement[]): readonly UIElement[] {
  const fitting = elements.filter((element) => fits(element, selector));
  const { text, type } = selector;
  // A row and the text in it may bear one name: meant is what can be used.
  const used = type === undefined ? fitting.filter(isUsed) : [];
  const best = (among: readonly UIElement[]): readonly UIElement[] => {
    if (text === undefined) return among;
    const fit = among.map((element) => textFit(element, text));
    const highest = Math.max(0, ...fit);
    return highest === 0 ? [] : among.filter((_, index) => fit[index] === highest);
  };
  const chosen = best(used);
  return chosen.length > 0 ? chosen : best(fitting);
}

/** The one of several that is meant; undefined when nothing says which. */
function oneOf(alike: readonly UIElement[], { near, nth }: Selector): UIElement | undefined {
  const beside = near === undefined ? [] : alike.filter((element) => element.near === near);
  if (beside.length === 1) return beside[0];
  const [number, count] = (nth ?? "").split("/").map(Number);
  // With one more or less of them, the numbers no longer mean the same ones.
  return number !== undefined && count === alike.length ? alike[number - 1] : undefined;
}

/** The element that the selector means on this screen, never a guess. */
export function elementMeant(
  selector: Selector,
  { elements }: Pick<SemanticUITree, "elements">,
): MeantElement {
  const visible = elements.filter(({ visibility }) => visibility === "visible");
  const alike = matching(selector, visible);
  const [first] = alike;
  if (first === undefined) return { kind: "notFound", covered: matching(selector, elements).length > 0 };
  const element = alike.length === 1 ? first : oneOf(alike, selector);
  return element === undefined ? { kind: "ambiguous", count: alike.length } : { kind: "found", element };
}

/** Null: it has none. */
export const stateOf = ({ checkable, checked }: UIElement): ToggleState | null =>
  checkable ? (checked ? "on" : "off") : null;

const rounded = (value: number, size: number): number => Math.round((value / size) * 10_000) / 10_000;

/** All that the element is known by, and its number where others are known by the same. */
export function selectorOf(element: UIElement, tree: SemanticUITree): Selector {
  const name = nameOf(element);
  const { left, top, right, bottom } = element.bounds;
  const { screen_width: width, screen_height: height } = tree;
  const isUnnamable = element.type === "textfield" || (element.type === "text" && isClockText(name));
  const bare = {
    type: element.type,
    ...defined({
      // One without a name is told from those that have one.
      text: isUnnamable ? undefined : (cut(name) ?? ""),
      description: cut(element.content_description),
      hint: cut(element.hint_text),
      id: cut(element.resource_id),
      class: cut(element.class_name),
    }),
  };
  return {
    ...bare,
    ...distinguishing(element, bare, tree),
    ...defined({ is: stateOf(element) ?? undefined }),
    bounds: [rounded(left, width), rounded(top, height), rounded(right, width), rounded(bottom, height)],
  };
}

/** What `elementMeant` needs beside the words to find this element; nothing when they say it alone. */
export function distinguishing(
  element: UIElement,
  words: Selector,
  { elements }: Pick<SemanticUITree, "elements">,
): Pick<Selector, "near" | "nth"> {
  const visible = elements.filter(({ visibility }) => visibility === "visible");
  const alike = matching(words, visible);
  if (alike.length < 2) return {};
  const near = element.near === undefined ? undefined : cut(element.near);
  const isAlone = near !== undefined && alike.filter((other) => other.near === near).length === 1;
  const index = alike.indexOf(element);
  return {
    ...(isAlone ? { near } : {}),
    ...(index < 0 || isAlone ? {} : { nth: `${index + 1}/${alike.length}` }),
  };
}

/** `SWITCH "Bluetooth" near="Wi-Fi"`, for people and prompts. */
export function describeSelector(selector: Selector): string {
  const { text, description, hint, id, type, near, nth } = selector;
  const label = text || description || hint || id?.split("/").at(-1);
  return [
    (type ?? "element").toUpperCase(),
    label === undefined ? "" : JSON.stringify(label),
    near === undefined ? "" : `near=${JSON.stringify(near)}`,
    nth === undefined ? "" : `nth=${nth}`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}
