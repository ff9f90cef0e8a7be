import type { ScreenSize } from "../contracts/values/coordinate.ts";

/** How large a picture may be; what is absent is not limited. */
export interface PictureLimits {
  readonly longEdge: number;
  readonly shortEdge?: number | undefined;
  readonly maxPixels?: number | undefined;
}

/** The largest size of the screen's shape within the limits, never larger than the screen itself. */
export function pictureSize({ width, height }: ScreenSize, limits: PictureLimits): ScreenSize {
  const scale = Math.min(
    1,
    limits.longEdge / Math.max(width, height),
    (limits.shortEdge ?? Number.POSITIVE_INFINITY) / Math.min(width, height),
    Math.sqrt((limits.maxPixels ?? Number.POSITIVE_INFINITY) / (width * height)),
  );
  // Rounding up could pass a limit by a pixel, and the service would scale the whole picture again.
  const scaled = (side: number): number => Math.max(1, Math.floor(side * scale + 1e-9));
  return { width: scaled(width), height: scaled(height) };
}
