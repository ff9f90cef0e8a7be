import fc from "fast-check";
import { expect, it } from "vitest";
import { pictureSize } from "#shared/screen/picture-size.ts";

const phone = { width: 1_080, height: 2_400 };

it("[spec R16] keeps each limit that a model has: long edge, short edge and pixels", () => {
  expect(pictureSize(phone, { longEdge: 896 })).toEqual({ width: 403, height: 896 });
  expect(pictureSize(phone, { longEdge: 2_048, shortEdge: 768 })).toEqual({ width: 768, height: 1_706 });
  expect(pictureSize(phone, { longEdge: 2_048, maxPixels: 1_000_000 })).toEqual({
    width: 670,
    height: 1_490,
  });
});

it("never enlarges a screen, and turns with it", () => {
  expect(pictureSize({ width: 320, height: 480 }, { longEdge: 896 })).toEqual({ width: 320, height: 480 });
  expect(pictureSize({ width: 2_400, height: 1_080 }, { longEdge: 896 })).toEqual({
    width: 896,
    height: 403,
  });
});

it("stays within every limit whatever the screen is", () => {
  const side = fc.integer({ min: 1, max: 16_384 });
  const limit = fc.integer({ min: 64, max: 3_000 });
  fc.assert(
    fc.property(side, side, limit, limit, (width, height, longEdge, shortEdge) => {
      const size = pictureSize({ width, height }, { longEdge, shortEdge, maxPixels: 500_000 });
      expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(longEdge);
      expect(Math.min(size.width, size.height)).toBeLessThanOrEqual(shortEdge);
      expect(size.width * size.height).toBeLessThanOrEqual(500_000);
      expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1);
    }),
  );
});
