import leven from "leven";
import type { Bounds, SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { areaOf, intersectionOverUnion, overlapOf } from "#shared/screen/area.ts";
import { elementLabel } from "#shared/screen/element-label.ts";
import { maxElements, screenId, short } from "#shared/screen/tree/build-semantic-tree.ts";
import type { ReadLine } from "./read-lines.ts";

/** Two boxes of this much in common stand for one thing. */
const sameBox = 0.5;
/** A line of which this share lies in an element is inside it. */
const insideShare = 0.8;
/** An unlabelled control that is larger than this share of the screen is a surface, not a button. */
const largestControl = 1 / 8;
/** Misread by a letter or two, a word is the same word. */
const mostWrong = 0.34;

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

const isSameWord = (a: string, b: string): boolean =>
  a === b || leven(a, b) <= Math.floor(Math.min(a.length, b.length) * mostWrong);

/** The element says it, in its own words: at least half of those that were read. */
function says(element: UIElement, line: ReadLine): boolean {
  const own = wordsOf(`${elementLabel(element)} ${element.text} ${element.content_description}`);
  const read = wordsOf(line.text);
  const said = read.filter((word) => own.some((other) => isSameWord(word, other)));
  return 2 * said.length >= read.length;
}

const isIn = (line: ReadLine, bounds: Bounds): boolean =>
  overlapOf(line.bounds, bounds) >= insideShare * areaOf(line.bounds);

const isLabelled = (element: UIElement): boolean => elementLabel(element) !== "";

/** The title of a page or a list is no account of what is on it. */
const isSurface = ({ type }: UIElement): boolean => type === "webview" || type === "list" || type === "view";

/** The app's own words come first: what an element at this place says, or what is in its very box, is no news. */
const isKnown = (line: ReadLine, elements: readonly UIElement[]): boolean =>
  elements.some(
    (element) =>
      isLabelled(element) &&
      ((!isSurface(element) && overlapOf(line.bounds, element.bounds) > 0 && says(element, line)) ||
        intersectionOverUnion(line.bounds, element.bounds) >= sameBox),
  );

const isUsable = ({ clickable, long_clickable, checkable, type }: UIElement): boolean =>
  clickable || long_clickable || checkable || type === "image" || type === "slider";

/** The smallest control without a label that the line is on. */
function controlUnder(line: ReadLine, tree: SemanticUITree): UIElement | undefined {
  const largest = largestControl * tree.screen_width * tree.screen_height;
  return tree.elements
    .filter(
      (element) =>
        !isLabelled(element) &&
        isUsable(element) &&
        areaOf(element.bounds) <= largest &&
        (isIn(line, element.bounds) || intersectionOverUnion(line.bounds, element.bounds) >= sameBox),
    )
    .sort((a, b) => areaOf(a.bounds) - areaOf(b.bounds))[0];
}

const silent = {
  type: "text",
  content_description: "",
  hint_text: "",
  resource_id: "",
  class_name: "",
  clickable: false,
  long_clickable: false,
  focusable: false,
  focused: false,
  scrollable: false,
  checkable: false,
  checked: false,
  selected: false,
  enabled: true,
  password: false,
  visibility: "visible",
  source: "picture",
} as const satisfies Partial<UIElement>;

/** Equal texts are distinguished by their number; the same text is the same element on every observation. */
function newElements(lines: readonly ReadLine[], from: number): UIElement[] {
  const totals = new Map<string, number>();
  for (const { text } of lines) totals.set(text, (totals.get(text) ?? 0) + 1);
  const seen = new Map<string, number>();
  return lines.map(({ text, bounds }, index) => {
    const [place, total] = [(seen.get(text) ?? 0) + 1, totals.get(text) ?? 1];
    seen.set(text, place);
    return {
      ...silent,
      element_id: from + index,
      stable_id: short(`picture\u0000${text.toLowerCase()}\u0000${place}`),
      text,
      bounds,
      ...(total === 1 ? {} : { nth: `${place}/${total}` }),
    };
  });
}

/**
 * The elements together with what was read out of the picture (docs/spec.md R7): a line that an element says already is
 * left out, one that is on a control without a label becomes its label, all others become elements behind the rest.
 */
export function mergeReadText(tree: SemanticUITree, lines: readonly ReadLine[]): SemanticUITree {
  const labels = new Map<number, string[]>();
  const others: ReadLine[] = [];
  for (const line of lines) {
    if (isKnown(line, tree.elements)) continue;
    const control = controlUnder(line, tree);
    if (control === undefined) others.push(line);
    else labels.set(control.element_id, [...(labels.get(control.element_id) ?? []), line.text]);
  }
  const own = tree.elements.map((element): UIElement => {
    const read = labels.get(element.element_id);
    return read === undefined ? element : { ...element, text: read.join("\n"), source: "picture" };
  });
  const room = maxElements - own.length;
  const elements = [...own, ...newElements(others.slice(0, room), own.length)];
  return {
    ...tree,
    screen_id: screenId(tree.app_package, tree.activity, elements),
    truncated: tree.truncated || others.length > room,
    elements,
  };
}
