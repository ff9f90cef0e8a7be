import type { Coordinate, ScreenSize } from "#shared/contracts/values/coordinate.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { resizedForQwen } from "./qwen-resize.ts";

export type Point = readonly [x: number, y: number];

/** The unit in which a model says where: `size` is that of the picture it was shown, or of the screen without one. */
export interface CoordinateSpace {
  /** For a prompt that stays the same from job to job, whatever their screens. */
  readonly words: string;
  /** For example `[x, y] in pixels of a picture of 576x1280`. */
  describe(size: ScreenSize): string;
  /** @throws CoordinateOutOfRange in the model's own unit */
  toNormalised(point: Point, size: ScreenSize): Coordinate;
  /** Whole numbers, but for the normalised space itself. */
  fromNormalised(coordinate: Coordinate, size: ScreenSize): Point;
}

function outOfRange(point: Point, description: string): DroverError {
  return new DroverError(
    "CoordinateOutOfRange",
    `The model predicted the point [${point.join(", ")}], which lies outside: ${description}.`,
    { details: { coordinate: point.map(String) } },
  );
}

interface Scale {
  readonly words: string;
  /** What stands for the far edge. */
  full(size: ScreenSize): Point;
  /** The largest number that names a point of the screen. */
  last(size: ScreenSize): Point;
  describe(size: ScreenSize): string;
}

const round = (value: number, last: number): number => Math.min(Math.round(value), last);

/** Linear on both axes. A number of the far edge itself is taken: models say 1280 of 1280 as they say 1279. */
function linearSpace({ words, full, last, describe }: Scale): CoordinateSpace {
  return {
    words,
    describe,
    toNormalised(point, size) {
      const [width, height] = full(size);
      const [x, y] = [point[0] / width, point[1] / height];
      if (x >= 0 && x <= 1 && y >= 0 && y <= 1) return [x, y];
      throw outOfRange(point, describe(size));
    },
    fromNormalised([x, y], size) {
      const [width, height] = full(size);
      const [right, bottom] = last(size);
      return [round(x * width, right), round(y * height, bottom)];
    },
  };
}

function upTo(most: number): CoordinateSpace {
  const words = `[x, y], each a whole number from 0 to ${most} of the width and the height`;
  return linearSpace({ words, full: () => [most, most], last: () => [most, most], describe: () => words });
}

const pixelsOf = (sizeOf: (size: ScreenSize) => ScreenSize): CoordinateSpace =>
  linearSpace({
    words: "[x, y] in pixels of the picture, or of the screen's size where there is no picture",
    full: (size) => [sizeOf(size).width, sizeOf(size).height],
    last: (size) => [sizeOf(size).width - 1, sizeOf(size).height - 1],
    describe(size) {
      const { width, height } = sizeOf(size);
      return `[x, y] in pixels of ${width}x${height}`;
    },
  });

const normalisedWords = "[x, y], each from 0 to 1 of the screen's width and height";

/** The units of the dialects (docs/dialects.md). The step keeps a normalised point, whatever the model speaks. */
export const coordinateSpaces = {
  normalised: {
    words: normalisedWords,
    describe: () => normalisedWords,
    toNormalised(point) {
      const [x, y] = point;
      if (x >= 0 && x <= 1 && y >= 0 && y <= 1) return [x, y];
      throw outOfRange(point, normalisedWords);
    },
    fromNormalised: (coordinate) => coordinate,
  },
  pixels: pixelsOf((size) => size),
  /** Qwen2.5-VL and its kin answer in pixels of the picture as their own preprocessing resized it. */
  qwenPixels: pixelsOf(resizedForQwen),
  thousand: upTo(1_000),
  999: upTo(999),
} as const satisfies Readonly<Record<string, CoordinateSpace>>;
