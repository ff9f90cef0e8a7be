import { availableParallelism } from "node:os";
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
  readonly #waiting: (() => void)[] = [];
  #places = Math.max(2, availableParallelism());

  /** @throws Error for a picture that nothing can read */
  async use(
    png: Png,
    size: "as it is" | "another",
    make: (picture: Sharp) => Promise<Buffer>,
  ): Promise<Buffer> {
    if (this.#places > 0) this.#places -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      const open = await (this.#decoded.get(png) ?? (size === "another" ? this.#decode(png) : encoded(png)));
      return await make(open());
    } finally {
      if (size === "another") this.#decoded.delete(png);
      const next = this.#waiting.shift();
      if (next === undefined) this.#places += 1;
      else next();
    }
  }

  #decode(png: Png): Promise<Open> {
    const pixels = decoded(png);
    this.#decoded.set(png, pixels);
    return pixels;
  }
}
