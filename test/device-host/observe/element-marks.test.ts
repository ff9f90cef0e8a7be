import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { elementMarks, placeMarks } from "#device-host/observe/element-marks.ts";
import { modelJpeg } from "#device-host/observe/model-jpeg.ts";
import { areaOf, meets } from "#shared/screen/area.ts";
import { button, label, screenOf } from "../../shared/screen/screen-parts.ts";

const size = { width: 460, height: 1_024 };
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    button(`row ${index}`, [0, 100 + index * 110, 1_080, 200 + index * 110]),
  );
const grey = (value: number) =>
  sharp({
    create: { width: 1_080, height: 2_400, channels: 3, background: { r: value, g: value, b: value } },
  })
    .png()
    .toBuffer();

describe("placeMarks", () => {
  it("marks what can be aimed at by its id in the element map, and no plain text", () => {
    const tree = screenOf(label("Title", [0, 0, 500, 80]), ...rows(3));
    expect(placeMarks(tree, size).map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it("hides no number behind another on a full screen, and leaves none off the picture", () => {
    const marks = placeMarks(screenOf(...rows(20)), size);
    for (const [index, { plate }] of marks.entries()) {
      expect(marks.slice(index + 1).some((other) => meets(plate, other.plate))).toBe(false);
      expect(plate.left >= 0 && plate.top >= 0 && plate.right <= 460 && plate.bottom <= 1_024).toBe(true);
    }
  });

  it("draws never more than 200", () => {
    const tiles = Array.from({ length: 400 }, (_, index) => {
      const [left, top] = [(index % 20) * 54, Math.floor(index / 20) * 110];
      return button(`tile ${index}`, [left, top, left + 50, top + 100]);
    });
    const marks = placeMarks(screenOf(...tiles), size);
    expect(marks).toHaveLength(200);
    expect(elementMarks(screenOf(...tiles), size).match(/<g /g)).toHaveLength(1);
  });
});

describe("modelJpeg", () => {
  it.each([
    ["a white", 255],
    ["a grey", 128],
    ["a black", 0],
  ])("draws boxes and numbers that stand out from %s screen, without any font", async (_, background) => {
    const tree = screenOf(button("Open", [200, 400, 900, 700]));
    const jpeg = await modelJpeg(sharp(await grey(background)), { size, quality: 40 }, tree);
    const [mark] = placeMarks(tree, size);
    if (mark === undefined) throw new Error("no mark");
    const { plate } = mark;
    expect(areaOf(plate)).toBeGreaterThan(200);
    const { data, info } = await sharp(jpeg)
      .extract({
        left: Math.round(plate.left),
        top: Math.round(plate.top),
        width: Math.round(plate.right - plate.left),
        height: Math.round(plate.bottom - plate.top),
      })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.size).toBeGreaterThan(0);
    const shades = [...data].sort((a, b) => a - b);
    // The number is dark, its plate bright: whatever lies behind them.
    expect(shades[Math.floor(shades.length * 0.05)]).toBeLessThan(90);
    expect(shades[Math.floor(shades.length * 0.75)]).toBeGreaterThan(150);
  });

  it("makes the picture exactly as large as the observation says", async () => {
    const jpeg = await modelJpeg(sharp(await grey(200)), { size, quality: 25 }, null);
    expect(await sharp(jpeg).metadata()).toMatchObject({ ...size, format: "jpeg" });
  });
});
