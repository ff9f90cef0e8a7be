import { hash } from "node:crypto";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { screenshotHash } from "./captured-screen.ts";
import type { Png } from "./png.ts";

/** Equal for pictures that look the same but for the cursor, which blinks in the field with the focus. */
export async function pictureFace(png: Png, tree: SemanticUITree | null): Promise<string> {
  const field = tree?.elements.find(({ focused, type }) => focused && type === "textfield")?.bounds;
  const { width, height } = png.size;
  if (field === undefined || field.right > width || field.bottom > height) return screenshotHash(png);
  const { default: sharp } = await import("sharp");
  const { left, top, right, bottom } = field;
  const size = { width: right - left, height: bottom - top };
  const blank = await sharp({ create: { ...size, channels: 3, background: "black" } })
    .png()
    .toBuffer();
  const pixels = await sharp(png.bytes)
    .composite([{ input: blank, left, top }])
    .raw()
    .toBuffer();
  return hash("sha256", pixels);
}
