import type { Sharp } from "sharp";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { AdaptedPicture } from "./adapt-picture.ts";
import { elementMarks } from "./element-marks.ts";

/** The model's picture, with the ids of the elements of `marked` drawn on it. */
export function modelJpeg(
  screen: Sharp,
  { size, quality }: AdaptedPicture,
  marked: SemanticUITree | null,
): Promise<Buffer> {
  const picture = screen.resize({ ...size, fit: "fill" });
  if (marked !== null && marked.elements.length > 0)
    picture.composite([{ input: Buffer.from(elementMarks(marked, size)) }]);
  // Halved colour would blur the thin bright lines.
  return picture.jpeg({ quality, chromaSubsampling: marked === null ? "4:2:0" : "4:4:4" }).toBuffer();
}
