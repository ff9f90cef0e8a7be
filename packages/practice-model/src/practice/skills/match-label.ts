import type { ElementView } from "../prompt/prompt-view.ts";

/** For comparing labels: case, dashes, quotes, ampersands and spaces make no difference. */
export const normalised = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(/[‘’]/g, "'")
    .replace(/\band\b/g, "&")
    .replace(/[\s\u00a0]+/g, " ")
    .trim();

const knownNames = new WeakMap<ElementView, readonly string[]>();

/** Every name an element goes by, the likeliest first. Kept, because skills compare each with many labels. */
function namesOf(element: ElementView): readonly string[] {
  const known = knownNames.get(element);
  if (known !== undefined) return known;
  const content = element.type === "TEXTFIELD" ? "" : element.value;
  const names = [element.title, element.description, element.hint, content]
    .filter((name) => name !== "")
    .map(normalised);
  knownNames.set(element, names);
  return names;
}

const containsWords = (text: string, words: string): boolean => {
  const at = text.indexOf(words);
  const isEdge = (character: string | undefined): boolean =>
    character === undefined || !/[\p{L}\p{N}]/u.test(character);
  return at >= 0 && isEdge(text[at - 1]) && isEdge(text[at + words.length]);
};

/** How well an element is named by a label: 100 exact, 0 not at all. */
export const matchScore = (element: ElementView, label: string): number => score(element, normalised(label));

function score(element: ElementView, wanted: string): number {
  const names = namesOf(element);
  if (names.includes(wanted)) return 100;
  if (names.some((name) => name === `use ${wanted}`)) return 95;
  if (names.some((name) => name.startsWith(`${wanted},`) || name.startsWith(`${wanted} `))) return 80;
  // A row may begin with something else than its name, such as the letter that heads a part of a list.
  if (element.summary !== "" && element.summary.split(" | ").some((part) => normalised(part) === wanted))
    return 75;
  if (names.some((name) => containsWords(name, wanted))) return 60;
  return 0;
}

/** Whether the row's second line speaks of the label: "Mobile, Wi-Fi, hotspot". */
export const summaryMentions = (element: ElementView, label: string): boolean =>
  containsWords(normalised(element.summary), normalised(label));

export interface FindOptions {
  readonly only?: (element: ElementView) => boolean;
  readonly atLeast?: number;
}

/** The element that one of the labels names best; earlier labels win ties. */
export function findElement(
  elements: readonly ElementView[],
  labels: readonly string[],
  { only = () => true, atLeast = 60 }: FindOptions = {},
): ElementView | undefined {
  let best: ElementView | undefined;
  let bestScore = atLeast - 1;
  const candidates = elements.filter(only);
  for (const label of labels.map(normalised)) {
    for (const element of candidates) {
      const found = score(element, label);
      if (found > bestScore) [best, bestScore] = [element, found];
    }
  }
  return best;
}

const stateful = new Set(["SWITCH", "CHECKBOX", "RADIO"]);
export const isClickable = (element: ElementView): boolean =>
  element.flags.has("CLICKABLE") && !element.flags.has("DISABLED");
export const showsState = (element: ElementView): boolean =>
  stateful.has(element.type) || element.flags.has("CHECKED") || element.flags.has("UNCHECKED");
export const isField = (element: ElementView): boolean => element.type === "TEXTFIELD";
