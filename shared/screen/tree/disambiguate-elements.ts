import { isClockText } from "../../values/clock-text.ts";
import { heightOf, onOneLine } from "../area.ts";
import { elementLabel } from "../element-label.ts";
import type { FoundElement } from "./collect-elements.ts";
import { isInside, type PlacedNode } from "./placed-node.ts";

/** Hostile screens are not worth more: each of them looks through what surrounds it. */
const maxAlike = 200;
const nearLimit = 40;

const titleOf = ({ content }: FoundElement): string =>
  (content.text || content.content_description).split("\n", 1)[0] ?? "";

/** What its line says but for its number and its state. */
const calledOf = ({ content }: FoundElement): string =>
  [
    content.type,
    elementLabel(content) || content.resource_id,
    content.content_description,
    content.type === "textfield" ? content.resource_id : "",
  ].join("\u0000");

const isUsed = ({ content }: FoundElement): boolean =>
  content.clickable || content.long_clickable || content.checkable || content.type === "textfield";

function alikeOf(found: readonly FoundElement[]): readonly (readonly FoundElement[])[] {
  const groups = Map.groupBy(found.filter(isUsed), calledOf);
  return [...groups.values()].filter(({ length }) => length > 1 && length <= maxAlike);
}

const named = (found: readonly FoundElement[]): FoundElement | undefined =>
  found.find((one) => !isClockText(titleOf(one))) ?? found[0];

/** The nearest text on its line, or else the nearest above it. */
function neighbour(element: FoundElement, candidates: readonly FoundElement[]): FoundElement | undefined {
  const { bounds } = element.content;
  const middle = (bounds.left + bounds.right) / 2;
  const away = ({ content }: FoundElement): number =>
    Math.abs((content.bounds.left + content.bounds.right) / 2 - middle);
  const beside = candidates.filter(({ content }) => onOneLine(content.bounds, bounds));
  if (beside.length > 0) return beside.reduce((a, b) => (away(b) < away(a) ? b : a));
  const drop = ({ content }: FoundElement): number =>
    bounds.top - content.bounds.bottom + heightOf(bounds) / 2;
  const above = candidates.filter((one) => drop(one) >= 0);
  const distance = (one: FoundElement): number => drop(one) + away(one);
  return above.length === 0 ? undefined : above.reduce((a, b) => (distance(b) < distance(a) ? b : a));
}

/** What it alone of its likes belongs to; the nearest text where all share one container. */
function nearOf(
  element: FoundElement,
  alike: readonly FoundElement[],
  found: readonly FoundElement[],
): FoundElement | undefined {
  const called = calledOf(element);
  const around = found.filter(
    (other) => titleOf(other) !== "" && calledOf(other) !== called && !isSame(other),
  );
  const rows = around.filter((other) => isInside(element.place, other.place));
  const row = rows.findLast(
    (other) => !alike.some((like) => like !== element && isInside(like.place, other.place)),
  );
  if (row !== undefined) return row;
  for (let place: PlacedNode | null = element.place; place !== null; place = place.parent) {
    const within = (other: FoundElement): boolean => place !== null && isInside(other.place, place);
    if (alike.some((like) => like !== element && within(like))) break;
    const title = named(around.filter(within));
    if (title !== undefined) return title;
  }
  const texts = around.filter((other) => !isInside(element.place, other.place));
  return neighbour(element, texts);

  function isSame(other: FoundElement): boolean {
    return titleOf(other) === titleOf(element);
  }
}

const cut = (text: string): string =>
  text.length <= nearLimit ? text : `${text.slice(0, nearLimit - 1).toWellFormed()}…`;

/** What is unlike: the text near by, or the number among all that are called the same. */
export type Distinction = { readonly near: string } | { readonly nth: string };

const countsOf = (texts: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
};

/**
 * What tells elements that are called the same apart: the title of the row or card that each belongs to, or the text next
 * to it; where rows have one title, all that they say. Where that is the same too, each has its number among its likes, as
 * `2/3`.
 */
export function disambiguateElements(found: readonly FoundElement[]): ReadonlyMap<FoundElement, Distinction> {
  const distinctions = new Map<FoundElement, Distinction>();
  for (const alike of alikeOf(found)) {
    const nears = alike.map((element) => nearOf(element, alike, found));
    const names = nears.map((near) => {
      if (near === undefined) return [];
      return [cut(titleOf(near)), cut(elementLabel(near.content))];
    });
    const counts = [0, 1].map((place) => countsOf(names.map((name) => name[place] ?? "")));
    for (const [index, element] of alike.entries()) {
      const near = names[index]?.find((name, place) => name !== "" && counts[place]?.get(name) === 1);
      distinctions.set(element, near === undefined ? { nth: `${index + 1}/${alike.length}` } : { near });
    }
  }
  return distinctions;
}
