import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";

const longestSide = 1_280;
/** What every encoder takes. */
const unit = 16;

const rounded = (length: number): number => Math.max(unit, Math.round(length / unit) * unit);

/** Small enough for the encoder of any phone, and the same for all parts of a recording, however the phone is turned meanwhile. */
export function recordingSize({ width, height }: ScreenSize): ScreenSize {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: rounded(width * scale), height: rounded(height * scale) };
}
