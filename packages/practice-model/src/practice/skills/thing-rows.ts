import type { ElementView } from "../prompt/prompt-view.ts";
import { isHeld } from "./fill-form.ts";
import { findElement, isClickable, isField, normalised } from "./match-label.ts";
import { reachPlace } from "./place.ts";
import { reachApp } from "./reach-app.ts";
import { seek } from "./seek.ts";
import { act, isAction, type Outcome, type Scene, stuck, tapOn, tapsOn } from "./skill.ts";

export const shownParts = ({ title, summary, description, value }: ElementView): readonly string[] =>
  [title, ...summary.split(" | "), description, value].filter((part) => part !== "");

const plain = (text: string): string =>
  normalised(text)
    .replace(/[^\p{L}\p{N} ]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Numbers are the same however they are grouped. */
export const sameName = (shown: string, wanted: string): boolean => {
  const digits = (text: string): string => text.replace(/[\s().-]/g, "");
  return (
    plain(shown) === plain(wanted) || (/^\+?\d{4,}$/.test(digits(wanted)) && digits(shown) === digits(wanted))
  );
};

export const showsThing = (element: ElementView, thing: string): boolean =>
  shownParts(element).some((part) => sameName(part, thing));

/** A row that is called so, else one that says so of itself. */
export function rowOf(thing: string, { view }: Scene): ElementView | undefined {
  const rows = view.elements.filter((element) => isClickable(element) && !isField(element));
  return (
    rows.find(({ title }) => sameName(title, thing)) ?? rows.find((element) => showsThing(element, thing))
  );
}

export const button = (scene: Scene, labels: readonly string[], atLeast = 95): ElementView | undefined =>
  findElement(scene.view.elements, labels, { only: (one) => isClickable(one) && !isField(one), atLeast });

/** Types what is looked for into the search of the app; undefined when it stands there, or there is none. */
export function searchFor(text: string, scene: Scene): Outcome | undefined {
  const { elements } = scene.view;
  if (isHeld(elements, text)) return undefined;
  const field = elements.find(
    (one) => isField(one) && /search|find/i.test(`${one.title} ${one.hint} ${one.resourceId}`),
  );
  const typed = scene.steps.filter((step) => step.action?.text === text).length;
  if (field !== undefined && typed < 2)
    return act({ action: "type", element: field.id, text, clear: true }, `I search for "${text}".`);
  const search = button(scene, ["Search"], 80);
  return search === undefined || tapsOn(scene.steps, search.title).length > 1 ? undefined : tapOn(search);
}

/** The row of that name in the app's list: looked for on the screen, by its search, by scrolling. */
export function seekThing(thing: string, scene: Scene): ElementView | Outcome {
  const row = rowOf(thing, scene);
  if (row !== undefined) return row;
  const searching = searchFor(thing, scene);
  if (searching !== undefined) return searching;
  const sought = seek(scene, thing);
  return sought.kind === "stuck" ? stuck(`there is no "${thing}" in this app`) : sought;
}

/** The page of one thing: it is named where nothing can be tapped, and is no row of a list. */
export const isPageOf = (thing: string, scene: Scene): boolean =>
  rowOf(thing, scene) === undefined &&
  scene.view.elements.some((element) => !isField(element) && showsThing(element, thing)) &&
  scene.steps.some(
    (step) =>
      (isAction(step, "tap") && step.thinking.includes(`I open "${thing}".`)) ||
      // Where nothing is offered to who holds a row, it opens.
      (isAction(step, "long_press") && step.thinking.includes(`I hold "${thing}"`)),
  );

export function openThing(
  app: string,
  thing: string,
  scene: Scene,
  within: readonly string[] = [],
): Outcome | undefined {
  const away = reachApp(app, scene);
  if (away !== undefined) return away;
  if (isPageOf(thing, scene)) return undefined;
  const opening = reachPlace(app, within, scene);
  if (opening !== undefined) return opening;
  const row = seekThing(thing, scene);
  return "kind" in row ? row : tapOn(row, `I open "${thing}".`);
}
