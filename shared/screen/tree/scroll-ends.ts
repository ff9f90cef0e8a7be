import type { Bounds, UIElement } from "../../contracts/protocol/semantic-ui-tree.ts";
import { heightOf } from "../area.ts";
import type { FoundElement } from "./collect-elements.ts";
import { isInside } from "./placed-node.ts";

/** A gap below this many pixels is a divider. */
const dividerPixels = 3;
/** A row lower than this share of its likes is cut off. */
const cutShare = 0.92;

type More = NonNullable<UIElement["more"]>;

/** Rows of one kind with as many lines of text are equally high. */
const kindOf = ({ content }: FoundElement): string =>
  [content.class_name, content.resource_id, content.type, content.text.split("\n").length].join("\u0000");

function isCutOff(row: FoundElement, rows: readonly FoundElement[]): boolean {
  const kind = kindOf(row);
  const likes = rows.filter((other) => other !== row && kindOf(other) === kind);
  const heights = likes.map(({ content }) => heightOf(content.bounds)).sort((a, b) => a - b);
  const usual = heights[Math.floor(heights.length / 2)];
  return usual !== undefined && heightOf(row.content.bounds) < cutShare * usual;
}

/**
 * On which sides more lies than is shown, as far as the tree tells: Android calls a list scrollable only when it can
 * move, so space left at one end means that it ends there and continues at the other; so does a row that is cut off.
 */
export function scrollEnds(list: FoundElement, found: readonly FoundElement[]): More {
  const { bounds } = list.content;
  const rows = found.filter((row) => isInside(row.place, list.place));
  if (rows.length < 2 || isAcross(rows, bounds)) return [];
  const first = rows.reduce((a, b) => (b.content.bounds.top < a.content.bounds.top ? b : a));
  const last = rows.reduce((a, b) => (b.content.bounds.bottom > a.content.bounds.bottom ? b : a));
  const startsHere = first.content.bounds.top - bounds.top > dividerPixels;
  const endsHere = bounds.bottom - last.content.bounds.bottom > dividerPixels;
  if (startsHere && endsHere) return [];
  const above = !startsHere && (endsHere || isCutOff(first, rows));
  const below = !endsHere && (startsHere || isCutOff(last, rows));
  return [...(above ? (["above"] as const) : []), ...(below ? (["below"] as const) : [])];
}

/** A strip whose parts stand beside each other scrolls sideways. */
const isAcross = (rows: readonly FoundElement[], bounds: Bounds): boolean =>
  rows.every(({ content }) => heightOf(content.bounds) > 0.6 * heightOf(bounds));
