import { availableParallelism } from "node:os";
import type { Sharp } from "sharp";
import type { Png } from "./png.ts";

type Pixels = Awaited<ReturnType<typeof decode>>;

/** sharp is loaded with the first picture: it costs 40 MB, and a host of null devices has none. */
async function decode({ bytes }: Png) {
  const { default: sharp } = await import("sharp");
  const decoded = sharp(bytes).removeAlpha().raw();
  const { data, info } = await decoded.toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { open: (): Sharp => sharp(data, { raw: { width, height, channels } }) };
}

/**
 * Pictures by their pixels, decoded once for all that is made of one at the same time. A picture that is made smaller takes half of the
 * processor's time from pixels that it takes from the PNG. Pixels are 8 MB, so few pictures are worked on at once.
 */
export class PixelSource {
  readonly #decoded = new WeakMap<Png, Promise<Pixels>>();
  readonly #waiting: (() => void)[] = [];
  #places = Math.max(2, availableParallelism());

  /** @throws Error for a picture that nothing can read */
  async use(png: Png, make: (picture: Sharp) => Promise<Buffer>): Promise<Buffer> {
    if (this.#places > 0) this.#places -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      const pixels = this.#decoded.get(png) ?? decode(png);
      this.#decoded.set(png, pixels);
      return await make((await pixels).open());
    } finally {
      this.#decoded.delete(png);
      const next = this.#waiting.shift();
      if (next === undefined) this.#places += 1;
      else next();
    }
  }
}
