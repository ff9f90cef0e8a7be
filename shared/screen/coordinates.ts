import type { Coordinate, ScreenSize } from "../contracts/values/coordinate.ts";
import { DroverError } from "../errors/drover-error.ts";

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

const checked = (value: number, axis: "x" | "y", coordinate: readonly number[]): number => {
  if (value >= 0 && value <= 1) return value;
  throw new DroverError(
    "CoordinateOutOfRange",
    `The model predicted the coordinate [${coordinate.join(", ")}]: ${axis} must lie between 0 and 1.`,
    { details: { coordinate: coordinate.map(String) } },
  );
};

const clampTo = (value: number, size: number): number => Math.min(Math.max(Math.round(value), 0), size - 1);

/**
 * Linear scaling; [1, 1] is the last pixel, never one beyond it (docs/spec.md I2.1, I2.3).
 * @throws CoordinateOutOfRange outside [0, 1] or not a number
 */
export const toPixel = (coordinate: Coordinate, screen: ScreenSize): Pixel => ({
  x: clampTo(checked(coordinate[0], "x", coordinate) * screen.width, screen.width),
  y: clampTo(checked(coordinate[1], "y", coordinate) * screen.height, screen.height),
});

/** The inverse, always within [0, 1]; a pixel off the screen is taken to its edge (docs/spec.md I2.4). */
export function toNormalised(pixel: Pixel, screen: ScreenSize): Coordinate {
  return [clampTo(pixel.x, screen.width) / screen.width, clampTo(pixel.y, screen.height) / screen.height];
}
