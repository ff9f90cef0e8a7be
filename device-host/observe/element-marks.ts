import type { Bounds, SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import { areaOf, overlapOf } from "#shared/screen/area.ts";
import { drawNumber, numberWidth } from "./text/digit-strokes.ts";

/** Bright ones, beside black: seen on light and on dark. Neighbours in the list get different ones. */
const colours = ["#ffd600", "#00e5ff", "#ff9100", "#76ff03", "#ff80ab", "#ffffff"] as const;
/** Of the picture's long edge: a plate of 20 pixels on a picture of 1,024. */
const plateShare = 1 / 51;
const smallestPlate = 16;
/** Height of a digit in that of its plate. */
const digitShare = 0.62;

/** What an agent can aim at; texts need no number to be read. */
const isMarked = (element: UIElement): boolean =>
  element.visibility === "visible" &&
  (element.clickable ||
    element.long_clickable ||
    element.checkable ||
    element.scrollable ||
    element.source === "picture" ||
    ["textfield", "slider", "webview"].includes(element.type));

interface Mark {
  readonly id: number;
  readonly box: Bounds;
  readonly plate: Bounds;
  readonly colour: string;
}

function scaled({ left, top, right, bottom }: Bounds, tree: SemanticUITree, size: ScreenSize): Bounds {
  const [x, y] = [size.width / tree.screen_width, size.height / tree.screen_height];
  return { left: left * x, top: top * y, right: right * x, bottom: bottom * y };
}

/** Pushed back onto the picture. */
function kept({ left, top, right, bottom }: Bounds, size: ScreenSize): Bounds {
  const [dx, dy] = [
    Math.max(0, -left) - Math.max(0, right - size.width),
    Math.max(0, -top) - Math.max(0, bottom - size.height),
  ];
  return { left: left + dx, top: top + dy, right: right + dx, bottom: bottom + dy };
}

/** On the corners of the box, half of it outside so that it hides little of what is inside, then wholly inside or above. */
function places(box: Bounds, width: number, height: number): readonly Bounds[] {
  const at = (left: number, top: number): Bounds => ({
    left,
    top,
    right: left + width,
    bottom: top + height,
  });
  const [last, low] = [box.right - width, box.bottom - height];
  const half = height / 2;
  return [
    at(box.left, box.top - half),
    at(last, box.top - half),
    at(last, low + half),
    at(box.left, low + half),
    at(box.left, box.top),
    at(last, box.top),
    at(box.left, box.top - height),
    at(last, box.top - height),
    at((box.left + last) / 2, (box.top + low) / 2),
  ];
}

/** The first place that hides no other number, or else the one that hides least. */
function freest(candidates: readonly Bounds[], taken: readonly Bounds[]): Bounds {
  const hidden = candidates.map((one) => taken.reduce((sum, other) => sum + overlapOf(one, other), 0));
  const best = hidden.indexOf(Math.min(...hidden));
  return candidates[best] ?? { left: 0, top: 0, right: 0, bottom: 0 };
}

/** A digit is six cells high. */
const cellOf = (plateHeight: number): number => (plateHeight * digitShare) / 6;

/** Where each number goes, the smallest elements first: they have the least room. */
export function placeMarks(tree: SemanticUITree, size: ScreenSize): readonly Mark[] {
  const height = Math.max(smallestPlate, Math.max(size.width, size.height) * plateShare);
  const cell = cellOf(height);
  const marked = tree.elements
    .filter(isMarked)
    .map((element) => ({ id: element.element_id, box: scaled(element.bounds, tree, size) }))
    .sort((a, b) => areaOf(a.box) - areaOf(b.box));
  const taken: Bounds[] = [];
  return marked.map(({ id, box }) => {
    const width = numberWidth(id) * cell + height * 0.5;
    const plate = freest(
      places(box, width, height).map((one) => kept(one, size)),
      taken,
    );
    taken.push(plate);
    return { id, box, plate, colour: colours[id % colours.length] ?? colours[0] };
  });
}

const rectangle = ({ left, top, right, bottom }: Bounds, look: string): string =>
  `<rect x="${left.toFixed(1)}" y="${top.toFixed(1)}" width="${(right - left).toFixed(1)}" height="${(bottom - top).toFixed(1)}" ${look}/>`;

const inset = ({ left, top, right, bottom }: Bounds, by: number): Bounds => ({
  left: left + by,
  top: top + by,
  right: right - by,
  bottom: bottom - by,
});

/** A box around each element that can be aimed at and its id beside it, as an SVG of the picture's size. */
export function elementMarks(tree: SemanticUITree, size: ScreenSize): string {
  const marks = placeMarks(tree, size);
  const boxes = marks.map(
    ({ box, colour }) =>
      rectangle(inset(box, 1.5), 'fill="none" stroke="#000" stroke-width="3" stroke-opacity="0.55"') +
      rectangle(inset(box, 1.5), `fill="none" stroke="${colour}" stroke-width="1.5"`),
  );
  const plates = marks.map(({ id, plate, colour }) => {
    const height = plate.bottom - plate.top;
    const look = `fill="${colour}" stroke="#000" stroke-width="1"`;
    const [x, y] = [plate.left + height * 0.25, plate.top + (height * (1 - digitShare)) / 2];
    return rectangle(inset(plate, 0.5), look) + drawNumber(id, x, y, cellOf(height));
  });
  // The strokes' width is in cells of their grid.
  const ink = 'fill="none" stroke="#000" stroke-width="1" stroke-linejoin="round" stroke-linecap="round"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${boxes.join("")}<g ${ink}>${plates.join("")}</g></svg>`;
}
