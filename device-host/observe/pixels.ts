import { availableParallelism } from "node:os";
import { bulkhead } from "cockatiel";
import type { Sharp } from "sharp";
import type { Png } from "./png.ts";

/** Makes a picture of it that sharp works on. */
type Open = () => Sharp;

/** sharp is loaded with the first picture: it costs 40 MB, and a host of null devices has none. */
const loadSharp = async () => (await import("sharp")).default;

async function encoded({ bytes }: Png): Promise<Open> {
  const sharp = await loadSharp();
  return () => sharp(bytes);
}

async function decoded({ bytes }: Png): Promise<Open> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return () => sharp(data, { raw: { width, height, channels } });
}

/**
 * Pictures to make others of, few at once: the pixels of one are 8 MB. What changes its size takes three fifths of the processor's time
 * when it begins with decoded pixels. What keeps its size takes a fifth more, but less when another use has the pixels decoded.
 */
export class PixelSource {
  readonly #decoded = new WeakMap<Png, Promise<Open>>();
  readonly #places = bulkhead(Math.max(2, availableParallelism()), Number.POSITIVE_INFINITY);

  /** @throws Error for a picture that nothing can read */
  use(png: Png, size: "as it is" | "another", make: (picture: Sharp) => Promise<Buffer>): Promise<Buffer> {
    return this.#places.execute(async () => {
      if (size === "as it is") return make((await (this.#decoded.get(png) ?? encoded(png)))());
      const pixels = this.#decoded.get(png) ?? decoded(png);
      this.#decoded.set(png, pixels);
      try {
        return await make((await pixels)());
      } finally {
        this.#decoded.delete(png);
      }
    });
  }
}
