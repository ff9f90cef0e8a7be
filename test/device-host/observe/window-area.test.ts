import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inertPoint } from "#device-host/actions/inert-point.ts";
import { onDisplay, windowSize } from "#device-host/observe/window-area.ts";
import { toPixel } from "#shared/screen/coordinates.ts";
import { button, label, screenOf } from "../../shared/screen/screen-parts.ts";

const bounds = fc
  .tuple(fc.nat(2_000), fc.nat(2_000), fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 2_000 }))
  .map(([left, top, width, height]) => ({ left, top, right: left + width, bottom: top + height }));
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe("a window of a split screen", () => {
  it("[spec R10] is touched inside its own bounds, wherever a model points", () => {
    fc.assert(
      fc.property(bounds, share, share, (area, x, y) => {
        const pixel = onDisplay(toPixel([x, y], windowSize(area)), area);
        expect(pixel.x).toBeGreaterThanOrEqual(area.left);
        expect(pixel.x).toBeLessThan(area.right);
        expect(pixel.y).toBeGreaterThanOrEqual(area.top);
        expect(pixel.y).toBeLessThan(area.bottom);
      }),
    );
  });

  it("[spec R10] gets no touch outside of it from pixels beyond its edge either", () => {
    fc.assert(
      fc.property(
        bounds,
        fc.integer({ min: -5_000, max: 5_000 }),
        fc.integer({ min: -5_000, max: 5_000 }),
        (area, x, y) => {
          const pixel = onDisplay({ x, y }, area);
          expect(
            pixel.x >= area.left && pixel.x < area.right && pixel.y >= area.top && pixel.y < area.bottom,
          ).toBe(true);
        },
      ),
    );
  });

  it("is given the focus where nothing takes the tap", () => {
    const screen = screenOf(label("Title", [0, 0, 1080, 100]), button("All", [0, 100, 1080, 2400]));
    expect(inertPoint(screen, { width: 1080, height: 2400 })).toEqual({ x: 1079, y: 1200 });
    const half = screenOf(button("Upper", [0, 0, 1080, 1200]));
    expect(inertPoint(half, { width: 1080, height: 2400 }).y).toBeGreaterThanOrEqual(1_200);
  });
});
