import type { DrawingSurface } from "./drawing-surface.ts";
import type { Rect } from "./geometry.ts";

/** Draws what is meant for a display of this size into an area of another surface; what does not fit its height is cut off. */
export function scaledSurface(
  onto: DrawingSurface,
  area: Rect,
  { width, height }: { readonly width: number; readonly height: number },
): DrawingSurface {
  const factor = (area.right - area.left) / width;
  const along = (x: number): number => Math.round(area.left + x * factor);
  const down = (y: number): number => Math.round(area.top + y * factor);
  const size = (length: number): number => Math.max(1, Math.round(length * factor));
  const placed = ({ left, top, right, bottom }: Rect): Rect => ({
    left: along(left),
    top: down(top),
    right: along(right),
    bottom: down(bottom),
  });
  return {
    width,
    height,
    setBrightness: (brightness) => onto.setBrightness(brightness),
    withClip: (clip, draw) => onto.withClip(placed(clip), draw),
    fill: (rect, color) => onto.fill(placed(rect), color),
    roundRect: (rect, radius, color) => onto.roundRect(placed(rect), radius * factor, color),
    strokeRoundRect: (rect, radius, color, line) =>
      onto.strokeRoundRect(placed(rect), radius * factor, color, size(line)),
    text: (line, x, baseline, sizePx, weight, color, wide) =>
      onto.text(line, along(x), down(baseline), size(sizePx), weight, color, wide * factor),
    icon: (name, rect, color) => onto.icon(name, placed(rect), color),
    circle: (x, y, radius, color) => onto.circle(along(x), down(y), radius * factor, color),
    line: (x1, y1, x2, y2, color, wide) =>
      onto.line(along(x1), down(y1), along(x2), down(y2), color, size(wide)),
    verticalGradient: (rect, from, to) => onto.verticalGradient(placed(rect), from, to),
  };
}
