import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";

/** Sides are made multiples of a patch of two times 14 pixels. */
const patch = 28;
const fewestPixels = 100 * patch * patch;
const mostPixels = 16_384 * patch * patch;

/** Python's round(), by which the preprocessor works: halves go to the even neighbour. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/**
 * The size that a picture has inside Qwen2.5-VL and models trained from it, whose coordinates are pixels of that picture
 * (`smart_resize` of qwen-vl-utils, with UI-TARS 1.5's bounds).
 */
export function resizedForQwen({ width, height }: ScreenSize): ScreenSize {
  const resized = (side: number) => Math.max(patch, roundHalfEven(side / patch) * patch);
  const [w, h] = [resized(width), resized(height)];
  if (w * h > mostPixels) {
    const shrink = Math.sqrt((width * height) / mostPixels);
    const whole = (side: number) => Math.max(patch, Math.floor(side / shrink / patch) * patch);
    return { width: whole(width), height: whole(height) };
  }
  if (w * h < fewestPixels) {
    const grow = Math.sqrt(fewestPixels / (width * height));
    const whole = (side: number) => Math.ceil((side * grow) / patch) * patch;
    return { width: whole(width), height: whole(height) };
  }
  return { width: w, height: h };
}
