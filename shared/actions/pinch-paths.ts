import type { UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import type { Coordinate, ScreenSize } from "../contracts/values/coordinate.ts";
import type { Pixel } from "../screen/coordinates.ts";

/** Where two fingers go: towards each other, or away. Normalised. */
export type TwoPaths = readonly [NormalisedPath, NormalisedPath];
interface NormalisedPath {
  readonly start: Coordinate;
  readonly end: Coordinate;
}

/** Fingers stay away from the bars and from the edges, where a gesture means something else. */
const margins = { left: 0.05, top: 0.08, right: 0.95, bottom: 0.92 } as const;
/** Of the screen, from the middle between the fingers: Android takes fingers that stay within 27 mm for none of a pinch. */
const reach = { up: 0.3, across: 0.42 } as const;
/** An element that is smaller than this lends its middle only. */
const leastReach = 0.22;

interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What lies on the screen of an element, normalised. */
export function normalisedArea(
  { bounds: { left, top, right, bottom } }: UIElement,
  screen: ScreenSize,
  coordinateOf: (pixel: Pixel, screen: ScreenSize) => Coordinate,
): Area {
  const [fromX, fromY] = coordinateOf({ x: left, y: top }, screen);
  const [toX, toY] = coordinateOf({ x: right, y: bottom }, screen);
  return { left: fromX, top: fromY, right: toX, bottom: toY };
}

/** From the middle as far as the area allows both ways, and at least so far that it is a pinch. */
const halfSpan = (middle: number, low: number, high: number, most: number): number =>
  Math.max(leastReach, Math.min(most, (middle - low) * 0.9, (high - middle) * 0.9));
const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/**
 * Two fingers on one line through the place, along the longer side of what is there; at their widest they are `scale` times
 * as far apart as at their closest.
 */
export function pinchPaths(
  zoom: "in" | "out",
  scale: number,
  { at, area, screen }: { at?: Coordinate | undefined; area: Area | null; screen: ScreenSize | null },
): TwoPaths {
  const free = clipped(area);
  const [x, y] = at ?? [(free.left + free.right) / 2, (free.top + free.bottom) / 2];
  const { width, height } = screen ?? { width: 9, height: 20 };
  const upright = (free.bottom - free.top) * height >= (free.right - free.left) * width;
  // So far from the edges that the shortest pinch has room.
  const middle = upright
    ? clamp(y, margins.top + leastReach, margins.bottom - leastReach)
    : clamp(x, margins.left + leastReach, margins.right - leastReach);
  const half = upright
    ? halfSpan(middle, free.top, free.bottom, reach.up)
    : halfSpan(middle, free.left, free.right, reach.across);
  const point = (offset: number): Coordinate =>
    upright
      ? [clamp(x, margins.left, margins.right), middle + offset]
      : [middle + offset, clamp(y, margins.top, margins.bottom)];
  const path = (side: 1 | -1): NormalisedPath => {
    const [close, wide] = [point((side * half) / scale), point(side * half)];
    return zoom === "in" ? { start: close, end: wide } : { start: wide, end: close };
  };
  return [path(-1), path(1)];
}

function clipped(area: Area | null): Area {
  if (area === null) return margins;
  const { left, top, right, bottom } = area;
  return {
    left: Math.max(left, margins.left),
    top: Math.max(top, margins.top),
    right: Math.min(right, margins.right),
    bottom: Math.min(bottom, margins.bottom),
  };
}
