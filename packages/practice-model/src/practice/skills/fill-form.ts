import type { ElementView } from "../prompt/prompt-view.ts";
import { isField, matchScore, normalised } from "./match-label.ts";
import { cameTooLate, type Deed, inOneTurn, isAction, type Outcome, type Scene } from "./skill.ts";

export interface FormField {
  /** What the field may be called, the likeliest first. */
  readonly labels: readonly string[];
  readonly text: string;
  /** What it holds now, if anything: on most Androids a filled field shows no name any more. */
  readonly holds?: (content: string) => boolean;
}

const contentOf = (field: ElementView): string => field.value || field.title;
const holds = (field: ElementView, text: string): boolean =>
  normalised(contentOf(field)) === normalised(text);

/** How well a field fits a label: by its name, or by an id such as `first_name`. */
function fits(field: ElementView, labels: readonly string[]): number {
  const id = field.resourceId.replaceAll("_", " ");
  const scores = labels.map((label, index) => {
    const byId = id !== "" && normalised(id).includes(normalised(label)) ? 70 : 0;
    return Math.max(matchScore(field, label), byId) - index;
  });
  return Math.max(...scores);
}

export const fieldFor = (
  elements: readonly ElementView[],
  labels: readonly string[],
): ElementView | undefined =>
  elements
    .filter(isField)
    .map((field) => ({ field, score: fits(field, labels) }))
    .filter(({ score }) => score >= 50)
    .toSorted((a, b) => b.score - a.score)[0]?.field;

/** By its name, else by what stands in it. */
const findField = (
  elements: readonly ElementView[],
  { labels, holds: content }: FormField,
): ElementView | undefined =>
  fieldFor(elements, labels) ??
  elements.find((element) => isField(element) && content?.(contentOf(element)) === true);

/** Whether any field in sight holds a text already. */
export const isHeld = (elements: readonly ElementView[], text: string): boolean =>
  elements.some((element) => isField(element) && holds(element, text));

const typings = (text: string, { steps }: Scene) =>
  steps.filter((step) => isAction(step, "type") && step.action?.text === text && !cameTooLate(step));

/**
 * Types the texts that no field holds yet, each into a field of its own; undefined when all are in or typed and out of sight. In one turn, as long as
 * no keyboard moved the next field away.
 */
export function fillForm(fields: readonly FormField[], scene: Scene): Outcome | undefined {
  const { view, steps } = scene;
  const taken = new Set<number>();
  const deeds: Deed[] = [];
  for (const wanted of fields) {
    const { labels, text } = wanted;
    if (isHeld(view.elements, text)) continue;
    const field = findField(view.elements, wanted);
    if (field === undefined || typings(text, scene).length >= 2 || taken.has(field.id)) continue;
    taken.add(field.id);
    deeds.push({
      action: { action: "type", element: field.id, text, clear: true },
      thought: `${labels[0]} is "${text}".`,
    });
  }
  const isCramped = steps.some((step) => isAction(step, "type") && cameTooLate(step));
  return inOneTurn(deeds.slice(0, isCramped ? 1 : deeds.length));
}

/** Texts that neither a field in sight holds nor were typed: their fields must be looked for. */
export const missingFields = (fields: readonly FormField[], scene: Scene): readonly FormField[] =>
  fields.filter(({ text }) => !isHeld(scene.view.elements, text) && typings(text, scene).length === 0);
