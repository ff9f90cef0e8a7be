import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { toNormalised, toPixel } from "#shared/screen/coordinates.ts";

const screens = fc.record({
  width: fc.integer({ min: 1, max: 16_384 }),
  height: fc.integer({ min: 1, max: 16_384 }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });
const coordinates = fc.tuple(share, share) as fc.Arbitrary<Coordinate>;
const phone = { width: 1080, height: 1920 };

describe("coordinates", () => {
  it("[spec I2.1] turns a normalised tap into this screen's pixels", () => {
    expect(toPixel([0.5, 0.3], phone)).toEqual({ x: 540, y: 576 });
  });

  it("[spec I2.2] keeps direction and distance of a swipe to within a pixel", () => {
    fc.assert(
      fc.property(coordinates, coordinates, screens, (start, end, screen) => {
        const [a, b] = [toPixel(start, screen), toPixel(end, screen)];
        // Rounding moves each end by half a pixel, the last row by one.
        expect(Math.abs(b.x - a.x - (end[0] - start[0]) * screen.width)).toBeLessThanOrEqual(1.5);
        expect(Math.abs(b.y - a.y - (end[1] - start[1]) * screen.height)).toBeLessThanOrEqual(1.5);
        if (end[0] > start[0]) expect(b.x).toBeGreaterThanOrEqual(a.x);
      }),
    );
  });

  it("[spec I2.3] clamps the bottom-right corner to the last pixel", () => {
    expect(toPixel([1, 1], phone)).toEqual({ x: 1079, y: 1919 });
    expect(toPixel([1, 1], { width: 1, height: 1 })).toEqual({ x: 0, y: 0 });
  });

  it("[spec I2.3] never leaves the screen and always gives whole pixels", () => {
    fc.assert(
      fc.property(coordinates, screens, (coordinate, screen) => {
        const { x, y } = toPixel(coordinate, screen);
        expect(Number.isInteger(x) && x >= 0 && x < screen.width).toBe(true);
        expect(Number.isInteger(y) && y >= 0 && y < screen.height).toBe(true);
      }),
    );
  });

  it("[spec I2.4] gives every pixel back after the way there and back", () => {
    fc.assert(
      fc.property(screens, share, share, (screen, a, b) => {
        const pixel = { x: Math.floor(a * (screen.width - 1)), y: Math.floor(b * (screen.height - 1)) };
        const normalised = toNormalised(pixel, screen);
        expect(normalised.every((part) => part >= 0 && part <= 1)).toBe(true);
        expect(toPixel(normalised, screen)).toEqual(pixel);
      }),
    );
  });

  it("[spec I2.4] takes a pixel beyond the edge to the edge", () => {
    expect(toNormalised({ x: -5, y: 5_000 }, phone)).toEqual([0, 1919 / 1920]);
  });

  it.each([
    [[1.2, 0.5], "x"],
    [[0.5, -0.1], "y"],
    [[Number.NaN, 0], "x"],
    [[0, Number.POSITIVE_INFINITY], "y"],
  ] as const)("[fault C10] refuses %j and names the axis", (coordinate, axis) => {
    expect(() => toPixel([...coordinate], phone)).toThrow(
      expect.objectContaining({
        code: "CoordinateOutOfRange",
        message: expect.stringContaining(`${axis} must lie`),
      }),
    );
  });
});
