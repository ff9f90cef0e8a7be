import { heightOf, onOneLine } from "../area.ts";
import { type FoundElement, joined } from "./collect-elements.ts";
import { isInside, type PlacedNode } from "./placed-node.ts";

/** Hostile screens are not worth more: every control looks through what surrounds it. */
const maxNamed = 100;
const maxSurroundings = 400;

const isControl = ({ content, unnamed }: FoundElement): boolean =>
  unnamed || content.type === "switch" || content.type === "checkbox" || content.type === "radio";

const titleOf = ({ content }: FoundElement): string =>
  (content.text || content.content_description).split("\n", 1)[0] ?? "";

const isName = (found: FoundElement): boolean =>
  !isControl(found) && ["text", "button"].includes(found.content.type) && titleOf(found) !== "";

/** Shown for its text alone: once a control bears it, it need not be listed again. */
const isPlain = ({ content }: FoundElement): boolean =>
  content.type === "text" && !content.clickable && !content.long_clickable && !content.focused;

interface Name {
  readonly texts: readonly string[];
  /** Elements that the control's own line now says. */
  readonly spoken: readonly FoundElement[];
}

const gapBetween = (a: FoundElement, b: FoundElement): number =>
  Math.max(b.content.bounds.left - a.content.bounds.right, a.content.bounds.left - b.content.bounds.right);

/** Names between the control and the next one, on the side where this line has its names. */
function besides(control: FoundElement, line: readonly FoundElement[]): readonly FoundElement[] {
  const across = line.toSorted((a, b) => a.content.bounds.left - b.content.bounds.left);
  const at = across.indexOf(control);
  const before = across.slice(across.slice(0, at).findLastIndex(isControl) + 1, at);
  const next = across.findIndex((found, index) => index > at && isControl(found));
  const after = across.slice(at + 1, next < 0 ? undefined : next);
  if (before.length === 0 || after.length === 0) return before.length > 0 ? before.reverse() : after;
  const [first, last] = [across[0], across.at(-1)];
  if (first !== undefined && last !== undefined && isControl(first) !== isControl(last))
    return isControl(first) ? after : before.reverse();
  const [left, right] = [before.at(-1), after[0]];
  const isLeft = left && right && gapBetween(left, control) <= gapBetween(control, right);
  return isLeft ? before.reverse() : after;
}

/** Title and summary stand over each other: the nearest name and what shares its column, from the top. */
function nameOnLine(control: FoundElement, around: readonly FoundElement[]): Name | null {
  const { bounds } = control.content;
  const line = around.filter(
    (found) =>
      found === control ||
      ((isControl(found) || isName(found)) &&
        onOneLine(found.content.bounds, bounds) &&
        !isInside(control.place, found.place)),
  );
  const names = besides(control, line);
  const [nearest] = names;
  if (nearest === undefined) return null;
  if (!isPlain(nearest)) return { texts: [titleOf(nearest)], spoken: [] };
  const { left, right } = nearest.content.bounds;
  const stacked = names
    .filter(
      (found) => isPlain(found) && found.content.bounds.left < right && found.content.bounds.right > left,
    )
    .sort((a, b) => a.content.bounds.top - b.content.bounds.top);
  return { texts: stacked.map(({ content }) => content.text), spoken: stacked };
}

/** What a row says that is the whole width of its control's surroundings, when it holds this control alone. */
function onlyName(control: FoundElement, around: readonly FoundElement[], maxHeight: number): Name | null {
  if (around.some((found) => found !== control && isControl(found))) return null;
  const name = around.find((found) => isName(found) && !isInside(control.place, found.place));
  if (name === undefined) return null;
  const { top, bottom } = name.content.bounds;
  const apart = Math.max(control.content.bounds.top - bottom, top - control.content.bounds.bottom);
  return apart > maxHeight ? null : { texts: [titleOf(name)], spoken: [] };
}

/** A slider has the whole line, and its name over it. */
function nameAbove(control: FoundElement, around: readonly FoundElement[]): Name | null {
  if (control.content.type !== "slider") return null;
  const { bounds } = control.content;
  const above = around.filter(({ content }) => {
    const gap = bounds.top - content.bounds.bottom;
    const isOver = content.bounds.left < bounds.right && content.bounds.right > bounds.left;
    return isOver && gap >= 0 && gap <= heightOf(bounds);
  });
  const name = above.filter(isName).at(-1);
  return name === undefined || above.some(isControl) ? null : { texts: [titleOf(name)], spoken: [] };
}

/** The clickable around it that has a title, and how many unnamed controls share that. */
function rowAround(control: FoundElement, found: readonly FoundElement[]): FoundElement | undefined {
  const rows = found.filter((row) => isInside(control.place, row.place) && isName(row));
  return rows.sort((a, b) => b.place.position - a.place.position)[0];
}

function nameOf(control: FoundElement, found: readonly FoundElement[]): Name | null {
  const row = rowAround(control, found);
  const title = row === undefined ? null : { texts: [titleOf(row)], spoken: [] };
  const height = heightOf(control.content.bounds);
  const within = (place: PlacedNode): FoundElement[] => found.filter((other) => isInside(other.place, place));
  if (row !== undefined) {
    const inside = within(row.place);
    if (inside.filter(({ unnamed }) => unnamed).length === 1) return title;
    return nameOnLine(control, inside) ?? title;
  }
  for (let place = control.place.parent; place !== null; place = place.parent) {
    const around = within(place);
    if (around.length > maxSurroundings) return null;
    const name =
      nameOnLine(control, around) ?? nameAbove(control, around) ?? onlyName(control, around, 2 * height);
    if (name !== null) return name;
  }
  return null;
}

/**
 * Gives each control without a label the title of its row: the clickable around it, or the text beside it, before or
 * after (Compose writes rows whose parts are siblings). A text that only names a control is not listed again.
 */
export function nameControls(found: readonly FoundElement[]): readonly FoundElement[] {
  const controls = found.filter(({ unnamed }) => unnamed).slice(0, maxNamed);
  if (controls.length === 0) return found;
  const near = found.length <= 4 * maxSurroundings ? found : found.slice(0, 4 * maxSurroundings);
  const named = new Map<FoundElement, FoundElement>();
  const spoken = new Set<FoundElement>();
  for (const control of controls) {
    const name = nameOf(control, near);
    if (name === null) continue;
    const text = joined(name.texts);
    named.set(control, { ...control, content: { ...control.content, text }, unnamed: false });
    for (const said of name.spoken) spoken.add(said);
  }
  return found.filter((element) => !spoken.has(element)).map((element) => named.get(element) ?? element);
}
