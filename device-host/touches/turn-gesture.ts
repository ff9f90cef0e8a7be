import type { Coordinate } from "#shared/contracts/values/coordinate.ts";
import type { PanelGesture } from "./gesture-reader.ts";

/** A panel knows nothing of how it is held: its gesture on the display, turned by so many quarters. */
export function turnGesture(gesture: PanelGesture, rotation: number): PanelGesture {
  const { from, to } = gesture;
  return {
    ...gesture,
    ...(from === undefined ? {} : { from: turn(from, rotation) }),
    ...(to === undefined ? {} : { to: turn(to, rotation) }),
  };
}

function turn([x, y]: Coordinate, rotation: number): Coordinate {
  if (rotation === 1) return [y, 1 - x];
  if (rotation === 2) return [1 - x, 1 - y];
  return rotation === 3 ? [1 - y, x] : [x, y];
}
