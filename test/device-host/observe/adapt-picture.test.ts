import { describe, expect, it } from "vitest";
import { adaptPicture } from "#device-host/observe/adapt-picture.ts";
import { button, label, screenOf } from "../../shared/screen/screen-parts.ts";

const phone = { width: 1_080, height: 2_400 };
const order = { longEdge: 2_576, maxPixels: 4_784 * 784, quality: 50, marks: false, alone: false };
const withLines = (height: number) =>
  screenOf(
    button("Back", [0, 80, 147, 227]),
    ...Array.from({ length: 20 }, (_, index) =>
      label(`line ${index}`, [0, 300 + index * 90, 900, 300 + index * 90 + height]),
    ),
  );

describe("[spec R16] adaptPicture", () => {
  it("makes a small picture where the elements say what there is", () => {
    expect(adaptPicture(phone, withLines(60), order)).toEqual({
      size: { width: 460, height: 1_024 },
      quality: 25,
    });
  });

  it("makes a larger and better one for small text", () => {
    const { size, quality } = adaptPicture(phone, withLines(22), order);
    // 14 pixels for a line of 22 on a screen of 2,400.
    expect(size.height).toBe(1_528);
    expect(quality).toBe(40);
  });

  it("makes the best where only the picture tells", () => {
    const best = { size: { width: 705, height: 1_568 }, quality: 50 };
    expect(adaptPicture(phone, null, order)).toEqual(best);
    expect(adaptPicture(phone, screenOf(), order)).toEqual(best);
    expect(adaptPicture(phone, withLines(60), { ...order, alone: true })).toEqual(best);
  });

  it("goes beyond no limit of the model, and keeps drawn numbers sharp", () => {
    expect(adaptPicture(phone, null, { ...order, longEdge: 896 }).size).toEqual({ width: 403, height: 896 });
    expect(adaptPicture(phone, withLines(60), { ...order, marks: true }).quality).toBe(40);
    expect(adaptPicture(phone, null, { ...order, quality: 30 }).quality).toBe(30);
  });
});
