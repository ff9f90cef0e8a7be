import type { SemanticUITree, UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import type { Coordinate, ScreenSize } from "../contracts/values/coordinate.ts";
import { type Pixel, toNormalised } from "./coordinates.ts";

/** Where a finger meets the element itself: its centre, unless something in or on it takes taps there. */
export function touchPoint(
  element: UIElement,
  tree: SemanticUITree,
  coordinateOf: (pixel: Pixel, screen: ScreenSize) => Coordinate = toNormalised,
): Coordinate {
  const { left, top, right, bottom } = element.bounds;
  const point = element.tap_point ?? { x: (left + right) / 2, y: (top + bottom) / 2 };
  return coordinateOf(point, { width: tree.screen_width, height: tree.screen_height });
}
