import { hash } from "node:crypto";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { screenshotHash } from "./captured-screen.ts";
import { fillArea, readPixels } from "./pixels.ts";
import type { Png } from "./png.ts";

/**
 * Equal for pictures on which the app's elements look the same. Where a cursor blinks, the field with the focus is left out, and
 * what lies around the elements: clock, keyboard and suggestions.
 */
export async function pictureFace(png: Png, tree: SemanticUITree | null): Promise<string> {
  const field = tree?.elements.find(({ focused, type }) => focused && type === "textfield")?.bounds;
  if (tree === null || field === undefined) return screenshotHash(png);
  const { width, height } = png.size;
  const bounds = tree.elements.map((element) => element.bounds);
  const left = Math.max(0, Math.min(...bounds.map((one) => one.left)));
  const top = Math.max(0, Math.min(...bounds.map((one) => one.top)));
  const right = Math.min(width, Math.max(...bounds.map((one) => one.right)));
  const bottom = Math.min(height, Math.max(...bounds.map((one) => one.bottom)));
  if (field.right > right || field.bottom > bottom) return screenshotHash(png);
  const pixels = await readPixels(png, { left, top, right, bottom });
  const { left: x, top: y } = field;
  fillArea(
    pixels,
    { left: x - left, top: y - top, right: field.right - left, bottom: field.bottom - top },
    0,
  );
  return hash("sha256", pixels.data);
}
