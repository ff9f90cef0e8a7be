import sharp from "sharp";
import { expect, it } from "vitest";
import { animate } from "#cli/export/animate.ts";

const picture = (background: string) =>
  sharp({ create: { width: 108, height: 240, channels: 3, background } })
    .png()
    .toBuffer();

it.each([1, 2])("draws %i picture(s) as a GIF", async (count) => {
  const pictures = await Promise.all(["red", "blue"].slice(0, count).map(picture));
  const gif = await animate(pictures.map((one) => ({ picture: one, touches: [{ from: [0.5, 0.5] }] })));
  const { format, pages, width } = await sharp(gif, { animated: true }).metadata();
  expect({ format, pages: pages ?? 1, width }).toEqual({ format: "gif", pages: count, width: 360 });
});
