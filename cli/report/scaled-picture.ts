import { hash } from "node:crypto";
import sharp from "sharp";
import { type PictureType, pictureType } from "#shared/rules/export/picture-file.ts";

/** A picture as a report has it: the same picture has the same name. */
export interface ReportPicture {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Scaling {
  /** Pixels; Infinity: as it was taken. */
  readonly width: number;
  readonly quality: number;
  /** A picture that is larger is made smaller still: photos take many times what menus do. */
  readonly mostBytes: number;
}

const { POSITIVE_INFINITY } = Number;
export const unscaled: Scaling = { width: POSITIVE_INFINITY, quality: 100, mostBytes: POSITIVE_INFINITY };

const mostPixels = 64_000_000;
const nameLength = 24;

/** In base64, with all that stands around them, they stay below 50 MB. */
const mostBytesTogether = 34_000_000;
const leastBytes = 6_000;

/** The fewer there are, the larger each may be: a report of a hundred jobs is to be sent by mail still. */
export function scalingFor(pictures: number): Scaling {
  const mostBytes = Math.max(leastBytes, mostBytesTogether / Math.max(1, pictures));
  if (pictures > 2_000) return { width: 320, quality: 45, mostBytes };
  return pictures > 400 ? { width: 400, quality: 55, mostBytes } : { width: 540, quality: 70, mostBytes };
}

const smaller = [0.7, 0.5] as const;
const leastQuality = 30;

/** The first that is small enough, else the smallest. */
const attempts = ({ width, quality }: Scaling): readonly Pick<Scaling, "width" | "quality">[] => [
  { width, quality },
  ...smaller.map((share) => ({ width: Math.round(width * share), quality: leastQuality })),
];

/** Null: it is not a picture that a browser should be given. */
export async function scaledPicture(bytes: Uint8Array, scaling: Scaling): Promise<ReportPicture | null> {
  const type = pictureType(bytes);
  if (type === null) return null;
  if (scaling.width === Number.POSITIVE_INFINITY) return named(bytes, endings[type]);
  try {
    let small = Buffer.alloc(0);
    for (const { width, quality } of attempts(scaling)) {
      small = await sharp(bytes, { limitInputPixels: mostPixels })
        .resize({ width, withoutEnlargement: true })
        .webp({ quality, effort: 4 })
        .toBuffer();
      if (small.length <= scaling.mostBytes) break;
    }
    return named(small, "webp");
  } catch {
    // A torn one is shown as one that is not there.
    return null;
  }
}

const endings: { readonly [Type in PictureType]: string } = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
};

const named = (bytes: Uint8Array, ending: string): ReportPicture => ({
  name: `${hash("sha256", bytes).slice(0, nameLength)}.${ending}`,
  bytes,
});
