import { hash } from "node:crypto";
import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { CapturedScreen } from "./captured-screen.ts";

/** Cells a side, and shades a cell: what is smaller or fainter than these is not a change (docs/spec.md R9.1). */
const cells = 24;
const shadeSize = 24;

async function shadesOf(png: Buffer, { left, top, right, bottom }: Bounds): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  return sharp(png)
    .extract({ left, top, width: right - left, height: bottom - top })
    .resize({ width: cells, height: cells, fit: "fill" })
    .greyscale()
    .raw()
    .toBuffer();
}

/**
 * The screen with a hash that tells how its drawn parts look as well: in a game nothing else changes, and an agent would
 * be told that what it did had no effect.
 */
export async function withDrawnHash(captured: CapturedScreen): Promise<CapturedScreen> {
  const { screenshot, tree, screen } = captured;
  const areas = tree?.undescribed ?? [];
  const fits = screenshot?.size.width === screen.width && screenshot.size.height === screen.height;
  if (screenshot === null || !fits || areas.length === 0) return captured;
  const shades = await Promise.all(areas.map((area) => shadesOf(screenshot.bytes, area)));
  const coarse = Buffer.concat(shades).map((shade) => Math.floor(shade / shadeSize));
  const treeHash = hash("sha256", `${captured.treeHash} ${coarse.join(" ")}`).slice(0, 32);
  return { ...captured, treeHash };
}
