import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import type { Pixel } from "#shared/screen/coordinates.ts";

export const windowSize = ({ left, top, right, bottom }: Bounds): ScreenSize => ({
  width: Math.max(1, right - left),
  height: Math.max(1, bottom - top),
});

/** Where on the display a pixel of a window lies: never outside of that window (docs/spec.md R10). */
export const onDisplay = ({ x, y }: Pixel, area: Bounds): Pixel => ({
  x: Math.min(Math.max(area.left + x, area.left), area.right - 1),
  y: Math.min(Math.max(area.top + y, area.top), area.bottom - 1),
});
