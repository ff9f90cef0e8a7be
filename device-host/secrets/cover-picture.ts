import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { HierarchyNode } from "#shared/domain/hierarchy.ts";
import type { CapturedScreen } from "../observe/captured-screen.ts";
import type { Png } from "../observe/png.ts";

const masked = /\{\{secret:[^{}\s]+\}\}/;

/** A field shows the last character of a password for a moment. */
const isSecret = ({ text, contentDescription, hint, password }: HierarchyNode): boolean =>
  password || masked.test(text) || masked.test(contentDescription) || masked.test(hint);

const areasOf = (nodes: readonly HierarchyNode[]): readonly Bounds[] =>
  nodes.flatMap((node) => [...(isSecret(node) ? [node.bounds] : []), ...areasOf(node.children)]);

/**
 * The screen with a picture in which nothing of a secret can be read: its fields are painted over, and the keyboard, which
 * suggests what was just typed. Where the elements are not known nothing is: the picture is left out.
 */
export async function coverPicture(captured: CapturedScreen): Promise<CapturedScreen> {
  const { screenshot, hierarchy, facts, screen } = captured;
  if (screenshot === null) return captured;
  if (hierarchy === null) {
    const flag = "screenshotUnavailable: a secret was typed, and where it is shown cannot be told";
    return { ...captured, screenshot: null, flags: [flag, ...captured.flags] };
  }
  const top = facts.keyboardShown ? (facts.keyboardTop ?? Math.floor(screen.height / 2)) : null;
  const keyboard = top === null ? [] : [{ left: 0, top, right: screen.width, bottom: screen.height }];
  const areas = [...areasOf(hierarchy.roots), ...keyboard];
  return areas.length === 0
    ? captured
    : { ...captured, screenshot: await painted(screenshot, areas, captured) };
}

/** The picture with these areas of the screen painted over. */
export async function painted(png: Png, areas: readonly Bounds[], { screen }: CapturedScreen): Promise<Png> {
  const { default: sharp } = await import("sharp");
  const [x, y] = [png.size.width / screen.width, png.size.height / screen.height];
  const boxes = areas.map(({ left, top, right, bottom }) => {
    const [width, height] = [Math.max(0, right - left) * x, Math.max(0, bottom - top) * y];
    return `<rect x="${left * x}" y="${top * y}" width="${width}" height="${height}" fill="#444"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${png.size.width}" height="${png.size.height}">${boxes.join("")}</svg>`;
  const bytes = await sharp(png.bytes)
    .composite([{ input: Buffer.from(svg) }])
    .png({ compressionLevel: 6 })
    .toBuffer();
  return { bytes, size: png.size };
}
