import { availableParallelism } from "node:os";
import { bulkhead } from "cockatiel";
import type { Sharp } from "sharp";
import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Png } from "./png.ts";

/** Makes a picture of it that sharp works on. */
type Open = () => Sharp;

/** Without transparency, row by row. */
export interface Pixels {
  readonly data: Buffer;
  readonly raw: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
  readonly open: Open;
}

/** sharp is loaded with the first picture: it costs 40 MB, and a host of null devices has none. */
const loadSharp = async () => (await import("sharp")).default;

async function encoded({ bytes }: Png): Promise<Open> {
  const sharp = await loadSharp();
  return () => sharp(bytes);
}

/** Of a part or the whole. @throws Error for a picture that nothing can read */
export async function readPixels({ bytes }: Pick<Png, "bytes">, part?: Bounds): Promise<Pixels> {
  const sharp = await loadSharp();
  const picture = sharp(bytes);
  if (part !== undefined) {
    const { left, top, right, bottom } = part;
    picture.extract({ left, top, width: right - left, height: bottom - top });
  }
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return {
    data,
    raw: { width, height, channels },
    open: () => sharp(data, { raw: { width, height, channels } }),
  };
}

/** Paints over all that is of the area, in one shade of grey: what lays a picture on another takes thrice the processor's time. */
export function fillArea({ data, raw }: Pixels, { left, top, right, bottom }: Bounds, shade: number): void {
  const { width, height, channels } = raw;
  const [first, last] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right))];
  if (last <= first) return;
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, Math.ceil(bottom)); y += 1)
    data.fill(shade, (y * width + first) * channels, (y * width + last) * channels);
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
      const pixels = this.#decoded.get(png) ?? readPixels(png).then(({ open }) => open);
      this.#decoded.set(png, pixels);
      try {
        return await make((await pixels)());
      } finally {
        this.#decoded.delete(png);
      }
    });
  }
}
