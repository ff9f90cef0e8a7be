import type { Coordinate, ScreenSize } from "../contracts/values/coordinate.ts";
import { DroverError } from "../errors/drover-error.ts";
import { type Pixel, toNormalised, toPixel } from "../screen/coordinates.ts";

/** The device that a coordinate is for. */
export interface TransformDevice {
  /** Such as `Pixel 8`. */
  readonly model: string;
  readonly apiLevel: number;
}

/** Replaces the linear scaling between normalised coordinates and pixels (docs/spec.md I8.3). */
export interface CoordinateTransform {
  /** Where a host touches; what lies outside the screen is taken to its edge. */
  toPixel(coordinate: Coordinate, screen: ScreenSize, device: TransformDevice): Pixel;
  /**
   * Its inverse, for what Drover knows in pixels: the middle of an element. Without it that is scaled linearly, and `toPixel`
   * then moves it.
   */
  toNormalised?: ((pixel: Pixel, screen: ScreenSize, device: TransformDevice) => Coordinate) | undefined;
}

const bounded = (value: number, size: number): number => Math.min(Math.max(Math.round(value), 0), size - 1);

/**
 * Where a device is touched for a coordinate.
 * @throws ExtensionFailed for a transform that answers no pixel · CoordinateOutOfRange
 */
export function pixelOf(
  coordinate: Coordinate,
  screen: ScreenSize,
  device: TransformDevice,
  transform: CoordinateTransform | undefined,
): Pixel {
  const linear = toPixel(coordinate, screen);
  if (transform === undefined) return linear;
  const pixel: Partial<Pixel> | undefined = answered("toPixel", () =>
    transform.toPixel(coordinate, screen, device),
  );
  const { x = Number.NaN, y = Number.NaN } = pixel ?? {};
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw noAnswer("toPixel", `x ${x}, y ${y}`);
  return { x: bounded(x, screen.width), y: bounded(y, screen.height) };
}

/** The coordinate that a host gets for this pixel. @throws ExtensionFailed */
export function coordinateOf(
  pixel: Pixel,
  screen: ScreenSize,
  device: TransformDevice,
  transform: CoordinateTransform | undefined,
): Coordinate {
  if (transform?.toNormalised === undefined) return toNormalised(pixel, screen);
  const inverse: readonly number[] | undefined = answered("toNormalised", () =>
    transform.toNormalised?.(pixel, screen, device),
  );
  const [x = Number.NaN, y = Number.NaN] = inverse ?? [];
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw noAnswer("toNormalised", `${x}, ${y}`);
  return [Math.min(Math.max(x, 0), 1), Math.min(Math.max(y, 0), 1)];
}

function answered<Result>(name: string, run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    throw noAnswer(name, cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause), cause);
  }
}

const noAnswer = (name: string, said: string, cause?: unknown): DroverError =>
  new DroverError(
    "ExtensionFailed",
    `The config's coordinateTransform.${name} returns no valid place: ${said}.`,
    {
      cause,
    },
  );
