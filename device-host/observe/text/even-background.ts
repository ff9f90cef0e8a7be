import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";

/** Of the picture's shorter side, what one sample of its background stands for; a phone's letters are thinner. */
const samples = 135;
/** Samples across, of which the middle value is taken: text fills less than half of any such square. */
const window = 7;

/**
 * This part of a PNG as dark text on white, whatever it is on: each pixel by how far it is from the background around
 * it. Tesseract finds no text on coloured buttons beside a dark page, and takes them for pictures.
 */
export async function onEvenBackground(
  png: Buffer,
  { left, top, right, bottom }: Bounds,
  scale: number,
): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const [width, height] = [Math.round((right - left) * scale), Math.round((bottom - top) * scale)];
  const size = { width: Math.max(1, width), height: Math.max(1, height), fit: "fill" } as const;
  const cut = { left, top, width: right - left, height: bottom - top };
  const grey = await sharp(png).extract(cut).resize(size).removeAlpha().greyscale().raw().toBuffer();
  const raw = { width: size.width, height: size.height, channels: 1 } as const;
  const step = Math.max(1, Math.min(size.width, size.height) / samples);
  const coarse = {
    width: Math.max(1, Math.round(size.width / step)),
    height: Math.max(1, Math.round(size.height / step)),
  };
  // One pixel for each square rather than its mean, which text would tint.
  const sampled = await sharp(grey, { raw })
    .resize({ ...coarse, fit: "fill", kernel: "nearest" })
    .median(window)
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  const background = await sharp(sampled, { raw: { ...coarse, channels: 1 } })
    .resize({ ...size, kernel: "nearest" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  const even = grey.map((value, index) => 255 - Math.abs(value - (background[index] ?? 0)));
  return sharp(even, { raw }).png({ compressionLevel: 1 }).toBuffer();
}
