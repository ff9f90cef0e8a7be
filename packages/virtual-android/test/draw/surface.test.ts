import { createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canvasFont } from "../../src/graphics/fonts.ts";
import { Surface } from "../../src/graphics/surface.ts";

const [width, height] = [360, 240];
const background = "#203040";
const all = { left: 0, top: 0, right: width, bottom: height };

/** The largest difference of a channel between what a surface shows, strip by strip, and what a canvas draws by itself. */
function difference(
  draw: (surface: Surface) => void,
  onCanvas: (context: SKRSContext2D) => void,
  color: string,
) {
  const context = createCanvas(width, height).getContext("2d");
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineCap = "round";
  context.lineJoin = "round";
  onCanvas(context);
  const expected = context.getImageData(0, 0, width, height).data;
  const surface = new Surface(width, 60);
  let largest = 0;
  for (let top = 0; top < height; top += 60) {
    surface.begin({ ...all, top, bottom: top + 60 });
    surface.fill(all, background);
    draw(surface);
    const shown = new Uint8Array(surface.words.buffer);
    for (let i = 0; i < shown.length; i += 1)
      largest = Math.max(largest, Math.abs((shown[i] ?? 0) - (expected[top * width * 4 + i] ?? 0)));
  }
  return largest;
}

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const area = fc
  .tuple(
    fc.integer({ min: 60, max: 160 }),
    fc.integer({ min: 60, max: 110 }),
    fc.integer({ min: 20, max: 150 }),
    fc.integer({ min: 20, max: 110 }),
  )
  .map(([left, top, wide, high]) => ({ left, top, right: left + wide, bottom: top + high }));
/** How much of a pixel an edge covers depends a little on where the canvas draws it; what is missing or misplaced differs by far more. */
const rounding = 40;

describe("what a surface lays on through masks", () => {
  it("is what a canvas draws: outlines, circles and lines, wherever strips cut them", () => {
    fc.assert(
      fc.property(
        area,
        fc.integer({ min: 4, max: 40 }),
        fc.constantFrom(2, 4),
        color,
        (at, radius, thick, inked) => {
          const size = [at.right - at.left, at.bottom - at.top] as const;
          const outline = difference(
            (surface) => surface.strokeRoundRect(at, radius, inked, thick),
            (context) => {
              context.lineWidth = thick;
              context.beginPath();
              context.roundRect(at.left, at.top, ...size, radius);
              context.stroke();
            },
            inked,
          );
          const circle = difference(
            (surface) => surface.circle(at.left + 0.5, at.top + 40, radius, inked),
            (context) => {
              context.beginPath();
              context.arc(at.left + 0.5, at.top + 40, radius, 0, Math.PI * 2);
              context.fill();
            },
            inked,
          );
          const line = difference(
            (surface) => surface.line(at.left, at.top, at.right, at.bottom, inked, thick),
            (context) => {
              context.lineWidth = thick;
              context.beginPath();
              context.moveTo(at.left, at.top);
              context.lineTo(at.right, at.bottom);
              context.stroke();
            },
            inked,
          );
          expect(Math.max(outline, circle, line)).toBeLessThanOrEqual(rounding);
        },
      ),
      { numRuns: 40, seed: 20_261_122 },
    );
  });

  it("is text in its colour, and the same line again at another place", () => {
    for (const [x, baseline, inked] of [
      [20, 60, "#ffffff"],
      [20, 160, "#ffffff"],
      [33.5, 160, "#ffcc00"],
    ] as const) {
      const largest = difference(
        (surface) => surface.text("Network & internet", x, baseline, 34, 400, inked, 300),
        (context) => {
          context.font = canvasFont(34, 400);
          context.fillText("Network & internet", x, baseline);
        },
        inked,
      );
      expect(largest).toBeLessThanOrEqual(rounding);
    }
  });
});
