import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coordinateSpaces } from "#agent/targets/coordinate-space.ts";
import { resizedForQwen } from "#agent/targets/qwen-resize.ts";
import type { Coordinate } from "#shared/contracts/values/coordinate.ts";

const sizes = fc.record({
  width: fc.integer({ min: 1, max: 8_192 }),
  height: fc.integer({ min: 1, max: 8_192 }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });
const coordinates = fc.tuple(share, share) as fc.Arbitrary<Coordinate>;
const picture = { width: 576, height: 1280 };
const spaces = Object.entries(coordinateSpaces);

describe("the units that models point in", () => {
  it("[spec I2.4] are the published ones", () => {
    const middle: Coordinate = [0.5, 0.3];
    expect(coordinateSpaces.normalised.fromNormalised(middle)).toEqual([0.5, 0.3]);
    expect(coordinateSpaces.pixels.fromNormalised(middle, picture)).toEqual([288, 384]);
    expect(coordinateSpaces.thousand.fromNormalised(middle, picture)).toEqual([500, 300]);
    expect(coordinateSpaces[999].fromNormalised(middle, picture)).toEqual([500, 300]);
    expect(coordinateSpaces[999].toNormalised([999, 0], picture)).toEqual([1, 0]);
    expect(coordinateSpaces.thousand.toNormalised([250, 750], picture)).toEqual([0.25, 0.75]);
    expect(coordinateSpaces.qwenPixels.toNormalised([294, 644], picture)).toEqual([0.5, 0.5]);
  });

  it.each(spaces)("[spec I2.4] of %s: a point said back is the same point, to half a unit", (_, space) => {
    fc.assert(
      fc.property(coordinates, sizes, (coordinate, size) => {
        const said = space.fromNormalised(coordinate, size);
        const again = space.toNormalised(said, size);
        // Each unit's worth of the screen: the numbers at the far corner, less rounding to the last one inside.
        const corner = space.fromNormalised([1, 1], size);
        for (const axis of [0, 1] as const) {
          const unit = 1 / Math.max(corner[axis], 1);
          expect(Math.abs(again[axis] - coordinate[axis])).toBeLessThanOrEqual(unit);
        }
        expect(space.fromNormalised(again, size)).toEqual(said);
      }),
    );
  });

  it.each(spaces)("[spec I5.3] of %s: what lies outside is refused in the model's own unit", (_, space) => {
    const [right, bottom] = space.fromNormalised([1, 1], picture);
    for (const point of [
      [right + 2, 0],
      [0, bottom + 2],
      [-1, 0],
      [0, Number.NaN],
    ] as const) {
      expect(() => space.toNormalised(point, picture)).toThrow(
        expect.objectContaining({
          code: "CoordinateOutOfRange",
          message: expect.stringContaining(`[${point.join(", ")}]`),
        }),
      );
    }
  });

  it("say the size that they are measured in", () => {
    expect(coordinateSpaces.pixels.describe(picture)).toContain("576x1280");
    expect(coordinateSpaces.qwenPixels.describe(picture)).toContain("588x1288");
    expect(coordinateSpaces[999].describe(picture)).toContain("0 to 999");
  });
});

describe("the size of a picture inside Qwen2.5-VL", () => {
  it.each([
    [
      { width: 224, height: 224 },
      { width: 280, height: 280 },
    ],
    [
      { width: 576, height: 1280 },
      { width: 588, height: 1288 },
    ],
    [
      { width: 1080, height: 2400 },
      { width: 1092, height: 2408 },
    ],
    [
      { width: 1920, height: 1080 },
      { width: 1932, height: 1092 },
    ],
  ])("of %o is %o", (given, resized) => {
    expect(resizedForQwen(given)).toEqual(resized);
  });

  it("has whole patches and stays within its bounds", () => {
    fc.assert(
      fc.property(sizes, (size) => {
        const { width, height } = resizedForQwen(size);
        expect([width % 28, height % 28]).toEqual([0, 0]);
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(28);
        expect(width * height).toBeGreaterThanOrEqual(100 * 28 * 28);
      }),
    );
  });
});
