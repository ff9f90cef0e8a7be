import type { AdaptedPicture } from "#shared/domain/adapt-picture.ts";

/** sharp is loaded with the first picture that a model wants: it costs 40 MB, and most jobs read the tree alone. */
export async function modelJpeg(png: Buffer, { size, quality }: AdaptedPicture): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  return sharp(png)
    .resize({ ...size, fit: "fill" })
    .jpeg({ quality })
    .toBuffer();
}
