import sharp from "sharp";
import type { Frame } from "#shared/rules/export/export-source.ts";

const width = 360;
const heightAtMost = 960;
const shownMilliseconds = 900;
/** Pixels of a picture that is read: a phone's screen with room. */
const mostPixels = 40_000_000;

/** An animated GIF of the screens, as small as a page likes them, with a ring where each was touched. */
export async function animate(frames: readonly Frame[]): Promise<Uint8Array> {
  const height = await sharedHeight(frames);
  const drawn: Buffer[] = [];
  for (const frame of frames) drawn.push(await draw(frame, height));
  const delay = drawn.map((_, index) => (index === drawn.length - 1 ? 2 : 1) * shownMilliseconds);
  // One picture is not joined.
  if (drawn.length === 1) return sharp(drawn[0]).gif({ effort: 4 }).toBuffer();
  return sharp(drawn, { join: { animated: true } })
    .gif({ delay, loop: 0, effort: 4 })
    .toBuffer();
}

/** Of the tallest screen: those that lie across are shown with borders. */
async function sharedHeight(frames: readonly Frame[]): Promise<number> {
  const heights = await Promise.all(
    frames.map(async ({ picture }) => {
      const { width: wide, height: high } = await sharp(picture, { limitInputPixels: mostPixels }).metadata();
      return Math.round((high / wide) * width);
    }),
  );
  return Math.min(Math.max(...heights, 1), heightAtMost);
}

async function draw({ picture, touches }: Frame, height: number): Promise<Buffer> {
  const screen = await sharp(picture, { limitInputPixels: mostPixels })
    .resize(width, height, { fit: "inside" })
    .removeAlpha()
    .toBuffer({ resolveWithObject: true });
  const { width: wide, height: high } = screen.info;
  const marks = Buffer.from(marksSvg(touches, wide, high));
  const marked = await sharp(screen.data)
    .composite([{ input: marks, left: 0, top: 0 }])
    .png()
    .toBuffer();
  return sharp(marked).resize(width, height, { fit: "contain", background: "#202020" }).png().toBuffer();
}

/** Nothing but numbers of our own is in it. */
function marksSvg(touches: Frame["touches"], wide: number, high: number): string {
  const at = ([x, y]: readonly [number, number]) => ({ x: Math.round(x * wide), y: Math.round(y * high) });
  const marks = touches.map(({ from, to }) => {
    const start = at(from);
    const ring = `<circle cx="${start.x}" cy="${start.y}" r="14" fill="none" stroke="#fff" stroke-width="6"/><circle cx="${start.x}" cy="${start.y}" r="14" fill="#e0002466" stroke="#e00024" stroke-width="3"/>`;
    if (to === undefined) return ring;
    const end = at(to);
    return `<line x1="${start.x}" y1="${start.y}" x2="${end.x}" y2="${end.y}" stroke="#e00024" stroke-width="4"/>${ring}<circle cx="${end.x}" cy="${end.y}" r="6" fill="#e00024"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}">${marks.join("")}</svg>`;
}
