import type { Coordinate } from "#shared/contracts/values/coordinate.ts";

/** Where a finger or the mouse is: parts of the screen, and when. */
export interface Touch {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

interface Box {
  readonly width: number;
  readonly height: number;
}

type Gesture =
  | { readonly action: "tap"; readonly coordinate: Coordinate }
  | { readonly action: "long_press"; readonly coordinate: Coordinate; readonly duration: number }
  | {
      readonly action: "swipe";
      readonly start: Coordinate;
      readonly end: Coordinate;
      readonly duration: number;
    };

/** A hand is never quite still: a movement of this many pixels is not a swipe yet. */
const stillPixels = 10;
const longPressMilliseconds = 500;
const shortestSwipeMilliseconds = 50;
const longestMilliseconds = 10_000;

const four = (share: number): number => Math.round(Math.min(Math.max(share, 0), 1) * 10_000) / 10_000;
const coordinate = ({ x, y }: Touch): Coordinate => [four(x), four(y)];

/** What a hand meant that went down in one place of the screen and up in another, or in the same. */
export function gestureOf(down: Touch, up: Touch, { width, height }: Box): Gesture {
  const moved = Math.hypot((up.x - down.x) * width, (up.y - down.y) * height);
  const held = Math.min(Math.round(up.at - down.at), longestMilliseconds);
  if (moved >= stillPixels)
    return {
      action: "swipe",
      start: coordinate(down),
      end: coordinate(up),
      duration: Math.max(held, shortestSwipeMilliseconds),
    };
  if (held >= longPressMilliseconds)
    return { action: "long_press", coordinate: coordinate(down), duration: held };
  return { action: "tap", coordinate: coordinate(down) };
}
