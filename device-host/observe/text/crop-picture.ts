import type { Region } from "#shared/contracts/device/device-tools.ts";
import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Png } from "../png.ts";

/** The region in whole pixels of the screen, what is beyond its edges cut off. Throws InvalidRequest when nothing is left. */
export function regionOnScreen(region: Region | undefined, { width, height }: ScreenSize): Bounds {
  if (region === undefined) return { left: 0, top: 0, right: width, bottom: height };
  const [x, y] = region.unit === "pixels" ? [1, 1] : [width, height];
  const area = {
    left: Math.floor(region.left * x),
    top: Math.floor(region.top * y),
    right: Math.min(width, Math.ceil(region.right * x)),
    bottom: Math.min(height, Math.ceil(region.bottom * y)),
  };
  if (area.left < area.right && area.top < area.bottom) return area;
  throw new DroverError(
    "InvalidRequest",
    `The region is outside of the screen of ${width}x${height} pixels.`,
  );
}

/** That part of a picture of the whole screen, which may have been taken at another size. */
export async function cropPicture(png: Png, area: Bounds, screen: ScreenSize): Promise<Png> {
  const [x, y] = [png.size.width / screen.width, png.size.height / screen.height];
  const left = Math.min(Math.round(area.left * x), png.size.width - 1);
  const top = Math.min(Math.round(area.top * y), png.size.height - 1);
  const size = {
    width: Math.max(1, Math.min(Math.round(area.right * x), png.size.width) - left),
    height: Math.max(1, Math.min(Math.round(area.bottom * y), png.size.height) - top),
  };
  if (size.width === png.size.width && size.height === png.size.height) return png;
  const { default: sharp } = await import("sharp");
  const bytes = await sharp(png.bytes)
    .extract({ left, top, ...size })
    .png({ compressionLevel: 6 })
    .toBuffer();
  return { bytes, size };
}
