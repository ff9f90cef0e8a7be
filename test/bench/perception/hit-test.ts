import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { toPixel } from "#shared/screen/coordinates.ts";
import { touchPoint } from "#shared/screen/touch-point.ts";
import type { Hierarchy } from "#shared/screen/tree/hierarchy.ts";
import { type PlacedNode, placeNodes } from "#shared/screen/tree/placed-node.ts";

/** Pixels between two fingers that are tried. */
const raster = 12;

const editable = /(EditText|AutoCompleteTextView|SeekBar|Slider)$/;

function takers(places: readonly PlacedNode[]): PlacedNode[] {
  return places.flatMap((place) => [
    ...(place.bounds !== null &&
    (place.node.clickable || place.node.longClickable || editable.test(place.node.className))
      ? [place]
      : []),
    ...takers(place.children),
  ]);
}

/** Who gets a tap: of all that take one there, what was painted last. Knows nothing of how the tree is built. */
function hit(all: readonly PlacedNode[], x: number, y: number): PlacedNode | undefined {
  let top: PlacedNode | undefined;
  for (const place of all) {
    const { left, top: upper, right, bottom } = place.node.bounds;
    const isThere = x >= left && x < right && y >= upper && y < bottom;
    if (isThere && (top === undefined || place.painted > top.painted)) top = place;
  }
  return top;
}

const saysSomething = ({ node, children }: PlacedNode, known: ReadonlySet<PlacedNode>): boolean =>
  node.text !== "" ||
  node.contentDescription !== "" ||
  children.some((child) => !known.has(child) && saysSomething(child, known));

export interface Reach {
  /** Nodes that some finger could use. */
  readonly usable: number;
  /** Of those the ones that an element's point leads to. */
  readonly reached: number;
  /** Clickable wrappers that say nothing beside what others say in them. */
  readonly wrappers: number;
  readonly missed: readonly string[];
}

/** Tries every finger on the screen down to the keyboard, and every element's point. */
export function reachOf(hierarchy: Hierarchy, tree: SemanticUITree, keyboardTop = tree.screen_height): Reach {
  const screen = { width: tree.screen_width, height: tree.screen_height };
  const all = takers(placeNodes(hierarchy, screen));
  const known = new Set(all);
  const usable = new Set<PlacedNode>();
  for (let y = raster / 2; y < keyboardTop; y += raster) {
    for (let x = raster / 2; x < screen.width; x += raster) {
      const met = hit(all, x, y);
      if (met !== undefined) usable.add(met);
    }
  }
  const reached = new Set(
    tree.elements
      .filter(({ visibility }) => visibility === "visible")
      .map((element) => toPixel(touchPoint(element, tree), screen))
      .map(({ x, y }) => (y < keyboardTop ? hit(all, x, y) : undefined)),
  );
  const isWrapper = (place: PlacedNode): boolean =>
    !saysSomething(place, known) &&
    all.some((inner) => inner.position > place.position && inner.position <= place.lastInside);
  const wrappers = [...usable].filter((place) => isWrapper(place) && !reached.has(place));
  const meant = [...usable].filter((place) => !wrappers.includes(place));
  const missed = meant.filter((place) => !reached.has(place));
  return {
    usable: meant.length,
    reached: meant.length - missed.length,
    wrappers: wrappers.length,
    missed: missed.map(({ node }) => `${node.className} ${node.resourceId} ${JSON.stringify(node.bounds)}`),
  };
}
