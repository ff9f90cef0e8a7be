import type { PictureHash } from "#shared/contracts/step/error-snapshot.ts";
import { hashedSize, pictureHash } from "#shared/screen/picture-hash.ts";
import type { Png } from "./png.ts";

/** How the picture looks, to find those that look alike; undefined for one that cannot be read. */
export async function hashPicture({ bytes }: Pick<Png, "bytes">): Promise<PictureHash | undefined> {
  try {
    const { default: sharp } = await import("sharp");
    const shades = await sharp(bytes)
      .greyscale()
      .resize({ ...hashedSize, fit: "fill" })
      .raw()
      .toBuffer();
    return pictureHash(shades);
  } catch {
    return undefined;
  }
}
