import type { Bounds } from "../contracts/protocol/semantic-ui-tree.ts";

export const areaOf = ({ left, top, right, bottom }: Bounds): number => (right - left) * (bottom - top);

export const heightOf = ({ top, bottom }: Bounds): number => bottom - top;

export const contains = (outer: Bounds, inner: Bounds): boolean =>
  outer.left <= inner.left &&
  outer.top <= inner.top &&
  outer.right >= inner.right &&
  outer.bottom >= inner.bottom;

export const meets = (a: Bounds, b: Bounds): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** In square pixels. */
export const overlapOf = (a: Bounds, b: Bounds): number =>
  meets(a, b)
    ? (Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
      (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))
    : 0;

/** How much of one place two rectangles are: 1 for the same, 0 for two that do not meet. */
export function intersectionOverUnion(a: Bounds, b: Bounds): number {
  const common = overlapOf(a, b);
  return common === 0 ? 0 : common / (areaOf(a) + areaOf(b) - common);
}

export const holdsPoint = (bounds: Bounds, x: number, y: number): boolean =>
  x >= bounds.left && x < bounds.right && y >= bounds.top && y < bounds.bottom;

/** Both stand on one line: they share at least half the height of the lower one. */
export const onOneLine = (a: Bounds, b: Bounds): boolean =>
  2 * (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) >= Math.min(heightOf(a), heightOf(b));

export const union = (a: Bounds, b: Bounds): Bounds => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

/** Sides of the obstacles inside `whole`, with its own two sides. */
const cuts = (low: number, high: number, sides: readonly number[]): readonly number[] =>
  [...new Set([low, ...sides.filter((side) => side > low && side < high), high])].sort((a, b) => a - b);

/** What the obstacles leave of a rectangle. */
export interface FreeArea {
  /** 0 to 1. */
  readonly share: number;
  /** The largest rectangle of it; null when nothing is left. */
  readonly largest: Bounds | null;
}

/** Cost grows with the cube of the obstacles' number, so only this many are looked at: the largest. */
const maxObstacles = 40;

/** What is left of `whole` when all obstacles lie on it. */
export function freeArea(whole: Bounds, obstacles: readonly Bounds[]): FreeArea {
  const near = obstacles.filter((obstacle) => meets(whole, obstacle));
  if (near.length === 0) return { share: 1, largest: whole };
  const some =
    near.length <= maxObstacles
      ? near
      : near.toSorted((a, b) => areaOf(b) - areaOf(a)).slice(0, maxObstacles);
  const xs = cuts(
    whole.left,
    whole.right,
    some.flatMap(({ left, right }) => [left, right]),
  );
  const ys = cuts(
    whole.top,
    whole.bottom,
    some.flatMap(({ top, bottom }) => [top, bottom]),
  );
  // Per column: the top of the free cells that reach down to the line that is looked at.
  const freeFrom: number[] = xs.slice(1).map(() => whole.top);
  let free = 0;
  let largest: Bounds | null = null;
  for (let row = 0; row + 1 < ys.length; row += 1) {
    const [top = 0, bottom = 0] = [ys[row], ys[row + 1]];
    const inRow = some.filter((obstacle) => obstacle.top < bottom && obstacle.bottom > top);
    for (let column = 0; column + 1 < xs.length; column += 1) {
      const [left = 0, right = 0] = [xs[column], xs[column + 1]];
      const taken = inRow.some((obstacle) => obstacle.left < right && obstacle.right > left);
      if (taken) freeFrom[column] = bottom;
      else free += (right - left) * (bottom - top);
    }
    largest = largestEndingAt(bottom, xs, freeFrom, largest);
  }
  return { share: free / areaOf(whole), largest };
}

function largestEndingAt(
  bottom: number,
  xs: readonly number[],
  freeFrom: readonly number[],
  best: Bounds | null,
): Bounds | null {
  let found = best;
  for (let first = 0; first < freeFrom.length; first += 1) {
    let top = 0;
    for (let last = first; last < freeFrom.length; last += 1) {
      top = Math.max(top, freeFrom[last] ?? bottom);
      if (top >= bottom) break;
      const candidate = { left: xs[first] ?? 0, top, right: xs[last + 1] ?? 0, bottom };
      if (found === null || areaOf(candidate) > areaOf(found)) found = candidate;
    }
  }
  return found;
}
