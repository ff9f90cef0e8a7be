import type { Rect } from "./geometry.ts";

/** What is touched of a surface: strokes by their outer edge, text with room for what hangs over its box. */
export function textArea(x: number, baseline: number, sizePx: number, width: number): Rect {
  return {
    left: x - 4,
    top: baseline - Math.ceil(sizePx * 1.1),
    right: x + width + 4,
    bottom: baseline + Math.ceil(sizePx * 0.35),
  };
}

export function roundArea(x: number, y: number, radius: number): Rect {
  const reach = Math.ceil(radius) + 1;
  return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach };
}

export function lineArea(x1: number, y1: number, x2: number, y2: number, width: number): Rect {
  return {
    left: Math.min(x1, x2) - width,
    top: Math.min(y1, y2) - width,
    right: Math.max(x1, x2) + width,
    bottom: Math.max(y1, y2) + width,
  };
}

export function edgeArea({ left, top, right, bottom }: Rect, width: number): Rect {
  return { left: left - width, top: top - width, right: right + width, bottom: bottom + width };
}

/** In whole pixels. */
export function outerArea({ left, top, right, bottom }: Rect): Rect {
  return { left: Math.floor(left), top: Math.floor(top), right: Math.ceil(right), bottom: Math.ceil(bottom) };
}
