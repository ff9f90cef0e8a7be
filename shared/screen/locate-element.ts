import leven from "leven";
import type { SemanticUITree, UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import { elementLabel } from "./element-label.ts";
import { plainName } from "./find-app.ts";

/** What an element must be like beside its name; absent: anything. */
export interface LocateCriteria {
  readonly type?: UIElement["type"] | undefined;
  readonly clickable?: boolean | undefined;
  readonly enabled?: boolean | undefined;
  /** The end of its resource id, `id/save` or `save`. */
  readonly resource_id?: string | undefined;
}

export interface LocatedElement {
  readonly element: UIElement;
  /** 0 to 1: 1 is an element of exactly that name and kind. */
  readonly confidence: number;
}

const mostCandidates = 5;
/** With less, two names have nothing in common but letters. */
const leastConfidence = 0.4;
/** Names longer than this are compared by their beginning: the distance of two texts costs the product of their lengths. */
const longestName = 120;

/** Words that say what kind of thing is meant, not what it is called. */
const kindWords: readonly (readonly [RegExp, UIElement["type"]])[] = [
  [/\b(?:push )?button\b/g, "button"],
  [/\b(?:text ?field|input(?: field)?|edit ?text|text ?box|field)\b/g, "textfield"],
  [/\b(?:toggle|switch)\b/g, "switch"],
  [/\bcheck ?box\b/g, "checkbox"],
  [/\bradio(?: button)?\b/g, "radio"],
  [/\bslider\b/g, "slider"],
  [/\b(?:icon|image|picture)\b/g, "image"],
  [/\btab\b/g, "tab"],
];
const fillers = /\b(?:the|a|an|labell?ed|named|called|entry|item|element|option|link|row)\b/g;

interface Meant {
  /** As it may be called: all the words, and without those that say its kind. */
  readonly names: readonly string[];
  readonly type: UIElement["type"] | undefined;
}

/** Quotes around a name say where it begins and ends. */
const quotedIn = (description: string): string | undefined =>
  /["“']([^"”']{1,200})["”']/.exec(description)?.[1];

function intendedBy(description: string): Meant {
  const all = plainName(description).slice(0, longestName);
  const kinds = kindWords.filter(([pattern]) => new RegExp(pattern.source).test(all));
  const bare = kinds
    .reduce((text, [pattern]) => text.replace(pattern, " "), all)
    .replace(fillers, " ")
    .replace(/\s+/g, " ")
    .trim();
  const quoted = quotedIn(description);
  const names = [...(quoted === undefined ? [] : [plainName(quoted)]), all, bare];
  return { names: [...new Set(names)].filter((name) => name !== ""), type: kinds.at(-1)?.[1] };
}

const idOf = ({ resource_id: id }: UIElement): string => id.split("/").at(-1) ?? "";

/** All that an element may be called, each with how sure one is of it who calls it so. */
function namesOf(element: UIElement): readonly (readonly [name: string, sureness: number])[] {
  const [title = ""] = elementLabel(element).split(" | ");
  const names: [string, number][] = [
    [title, 1],
    [elementLabel(element), 1],
    [element.text, 1],
    [element.content_description, 1],
    [element.hint_text, 0.97],
    [idOf(element).replace(/([a-z])([A-Z])/g, "$1 $2"), 0.92],
    [element.resource_id, 0.98],
  ];
  return names
    .map(([name, sureness]) => [plainName(name).slice(0, longestName), sureness] as const)
    .filter(([name]) => name !== "");
}

/** How alike two plain names are. Whole words count more than letters. */
export function nameLikeness(wanted: string, name: string): number {
  if (wanted === name) return 1;
  const [a, b] = [wanted.split(" "), name.split(" ")];
  const shared = a.filter((word) => b.includes(word)).length;
  const words = (2 * shared) / (a.length + b.length);
  const isPart = ` ${name} `.includes(` ${wanted} `) || ` ${wanted} `.includes(` ${name} `);
  const letters = 1 - leven(wanted, name) / Math.max(wanted.length, name.length);
  return Math.max(isPart ? 0.6 + 0.35 * words : 0.85 * words, 0.9 * letters);
}

function confidenceIn(element: UIElement, { names, type }: Meant): number {
  const own = namesOf(element);
  const likeness = Math.max(
    0,
    ...names.flatMap((wanted) => own.map(([name, sureness]) => sureness * nameLikeness(wanted, name))),
  );
  const isOtherKind = type !== undefined && element.type !== type && !element.clickable;
  const isHidden = element.visibility === "covered" && element.tap_point === undefined;
  return likeness * (isOtherKind ? 0.95 : 1) * (isHidden ? 0.7 : 1) * (element.enabled ? 1 : 0.85);
}

const fits = (element: UIElement, { type, clickable, enabled, resource_id: id }: LocateCriteria): boolean =>
  (type === undefined || element.type === type) &&
  (clickable === undefined || element.clickable === clickable) &&
  (enabled === undefined || element.enabled === enabled) &&
  (id === undefined || element.resource_id === id || idOf(element) === idOf({ ...element, resource_id: id }));

/**
 * The elements that a description may mean, the likeliest first (docs/spec.md E3): a name, an id, or a person's words such as
 * `the "Save" button`. Of equally likely ones that which can be tapped.
 */
export function locateElements(
  tree: SemanticUITree,
  description: string,
  criteria: LocateCriteria = {},
): readonly LocatedElement[] {
  const meant = intendedBy(description);
  return tree.elements
    .filter((element) => fits(element, criteria))
    .map((element) => ({ element, confidence: Math.round(confidenceIn(element, meant) * 1_000) / 1_000 }))
    .filter(({ confidence }) => confidence >= leastConfidence)
    .sort(
      (a, b) =>
        b.confidence - a.confidence ||
        Number(b.element.clickable) - Number(a.element.clickable) ||
        a.element.element_id - b.element.element_id,
    )
    .slice(0, mostCandidates);
}
