import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { AdaptedPicture } from "./adapt-picture.ts";
import { modelJpeg } from "./model-jpeg.ts";
import { PixelSource } from "./pixels.ts";
import type { Png } from "./png.ts";

/** At full size and this quality a line of text reads as in the PNG, at a fifth of its bytes. */
const quality = 75;
/** Smaller than this a PNG is kept as it is. */
const smallBytes = 48 * 1_024;
/** At some 30 KB each. */
const mostPictures = 300;

export interface KeptPicture {
  readonly bytes: Buffer;
  readonly contentType: "image/png" | "image/webp" | "image/jpeg";
}

/** Whether a picture is kept as its device gave it: what went wrong, and what somebody asked for, is not made smaller. */
export const isKeptExact = ({ bytes }: Png, wanted: boolean): boolean => wanted || bytes.length <= smallBytes;

/**
 * Screens as they are kept with a step (docs/decisions/0094-less-evidence-bytes.md) and as models are shown them. Devices that show the same,
 * and one that shows it again, share one encoding.
 */
export class KeptPictures {
  readonly #known = new Map<string, Promise<KeptPicture>>();
  readonly #pixels = new PixelSource();

  /** `digest`: of the PNG. A picture that cannot be made smaller is kept as it came. */
  small(png: Png, digest: string): Promise<KeptPicture> {
    return this.#once(digest, async () => {
      const asItCame = { bytes: png.bytes, contentType: "image/png" } as const;
      const webp = this.#pixels.use(png, "as it is", (picture) =>
        picture.webp({ quality, effort: 0 }).toBuffer(),
      );
      const bytes = await webp.catch(() => png.bytes);
      return bytes.length < png.bytes.length ? { bytes, contentType: "image/webp" } : asItCame;
    });
  }

  /** `digest`: of all that it is made of. @throws Error for a picture that nothing can read */
  forModel(
    png: Png,
    digest: string,
    adapted: AdaptedPicture,
    marked: SemanticUITree | null,
  ): Promise<KeptPicture> {
    return this.#once(digest, async () => {
      const bytes = await this.#pixels.use(png, "another", (picture) => modelJpeg(picture, adapted, marked));
      return { bytes, contentType: "image/jpeg" };
    });
  }

  #once(digest: string, make: () => Promise<KeptPicture>): Promise<KeptPicture> {
    const kept = this.#known.get(digest) ?? make();
    this.#known.delete(digest);
    this.#known.set(digest, kept);
    kept.catch(() => this.#known.delete(digest));
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= mostPictures) break;
      this.#known.delete(oldest);
    }
    return kept;
  }
}
