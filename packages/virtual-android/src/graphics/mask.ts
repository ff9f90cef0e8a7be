import { type Canvas, createCanvas, type SKRSContext2D } from "@napi-rs/canvas";
import { ByteLimitedMap } from "./byte-limited-map.ts";

/** How much of each pixel a stroke covers, as the canvas draws it. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  /** A byte a pixel. */
  readonly alpha: Uint8Array;
  /** RGBA of each pixel where they are not all of the stroke's colour, as an emoji's. */
  readonly colors: Uint32Array | null;
}

/** What phones of this process drew a while ago is not drawn again: reading a canvas back costs more than anything else on a screen. */
const masks = new ByteLimitedMap<Mask>(
  8 * 1024 * 1024,
  ({ alpha, colors }) => alpha.length + (colors?.byteLength ?? 0) + 200,
);
/** A larger one is drawn each time: in the cache it would evict many. */
const largestPixels = 512 * 1_024;

/** Most strokes fit on it; it is shared, since a canvas that is drawn on after it was read copies itself. */
const usualWidth = 1_120;
const usualHeight = 160;
let usual: Canvas | null = null;

/**
 * The mask that `draw` leaves on an empty canvas of that size, with fill and stroke in `color`. `key` is equal for equal masks alone.
 */
export function maskOf(
  key: string,
  width: number,
  height: number,
  color: string,
  draw: (context: SKRSContext2D) => void,
): Mask {
  const known = masks.get(key);
  if (known !== undefined) return known;
  const mask = drawnMask(width, height, color, draw);
  if (width * height <= largestPixels) masks.set(key, mask);
  return mask;
}

function drawnMask(
  width: number,
  height: number,
  color: string,
  draw: (context: SKRSContext2D) => void,
): Mask {
  const canvas = canvasFor(width, height);
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.save();
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineCap = "round";
  context.lineJoin = "round";
  draw(context);
  context.restore();
  const { data } = context.getImageData(0, 0, width, height);
  const words = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const alpha = new Uint8Array(words.length);
  for (let i = 0; i < words.length; i += 1) alpha[i] = (words[i] ?? 0) >>> 24;
  return { width, height, alpha, colors: isColoured(words) ? words.slice() : null };
}

function canvasFor(width: number, height: number): Canvas {
  if (width > usualWidth || height > usualHeight) return createCanvas(width, height);
  usual ??= createCanvas(usualWidth, usualHeight);
  return usual;
}

/** Rounding moves a channel of a pixel that is hardly covered by much, of one that is well covered by little. */
const wellCovered = 128;
const rounding = 6;

function isColoured(words: Uint32Array): boolean {
  let first: number | null = null;
  for (const word of words) {
    if (word >>> 24 < wellCovered) continue;
    first ??= word;
    for (const shift of [0, 8, 16])
      if (Math.abs(((word >> shift) & 255) - ((first >> shift) & 255)) > rounding) return true;
  }
  return false;
}
