import type { PictureHash } from "#shared/contracts/step/error-snapshot.ts";
import { hashedSize, pictureHash } from "#shared/screen/picture-hash.ts";
import { readPixels } from "./pixels.ts";
import type { Png } from "./png.ts";

/** How the picture looks, to find those that look alike; undefined for one that cannot be read. */
export async function hashPicture(png: Pick<Png, "bytes">): Promise<PictureHash | undefined> {
  try {
    // The same shades as without the pixels between, in half of the processor's time.
    const { open } = await readPixels(png);
    const shades = await open()
      .greyscale()
      .resize({ ...hashedSize, fit: "fill" })
      .raw()
      .toBuffer();
    return pictureHash(shades);
  } catch {
    return undefined;
  }
}
