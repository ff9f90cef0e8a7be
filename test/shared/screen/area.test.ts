import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { areaOf, contains, freeArea, holdsPoint, meets } from "#shared/screen/area.ts";

const side = 24;
const rectangle = fc
  .tuple(
    fc.nat(side - 1),
    fc.nat(side - 1),
    fc.integer({ min: 1, max: side }),
    fc.integer({ min: 1, max: side }),
  )
  .map(([left, top, width, height]): Bounds => ({ left, top, right: left + width, bottom: top + height }));
const whole: Bounds = { left: 4, top: 2, right: 20, bottom: 22 };

/** Point by point: slow and plain. */
function freePoints(obstacles: readonly Bounds[]): readonly (readonly [number, number])[] {
  const points: [number, number][] = [];
  for (let x = whole.left; x < whole.right; x += 1)
    for (let y = whole.top; y < whole.bottom; y += 1)
      if (!obstacles.some((obstacle) => holdsPoint(obstacle, x, y))) points.push([x, y]);
  return points;
}

describe("freeArea", () => {
  it("leaves the share that counting every point leaves", () => {
    fc.assert(
      fc.property(fc.array(rectangle, { maxLength: 8 }), (obstacles) => {
        expect(freeArea(whole, obstacles).share).toBeCloseTo(freePoints(obstacles).length / areaOf(whole), 9);
      }),
    );
  });

  it("finds a rectangle that no obstacle meets, and none only when nothing is left", () => {
    fc.assert(
      fc.property(fc.array(rectangle, { maxLength: 8 }), (obstacles) => {
        const { largest } = freeArea(whole, obstacles);
        expect(largest === null).toBe(freePoints(obstacles).length === 0);
        if (largest === null) return;
        expect(contains(whole, largest)).toBe(true);
        expect(obstacles.filter((obstacle) => meets(obstacle, largest))).toEqual([]);
      }),
    );
  });

  it("finds none larger by widening it on any side", () => {
    fc.assert(
      fc.property(fc.array(rectangle, { maxLength: 6 }), (obstacles) => {
        const { largest } = freeArea(whole, obstacles);
        if (largest === null) return;
        const wider: Bounds[] = [
          { ...largest, left: largest.left - 1 },
          { ...largest, top: largest.top - 1 },
          { ...largest, right: largest.right + 1 },
          { ...largest, bottom: largest.bottom + 1 },
        ];
        for (const bounds of wider) {
          const isFree = contains(whole, bounds) && !obstacles.some((obstacle) => meets(obstacle, bounds));
          expect(isFree).toBe(false);
        }
      }),
    );
  });
});
