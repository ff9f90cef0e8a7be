/** Pixels of the display; right and bottom are exclusive, as in Android's Rect. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const DENSITY_DPI = 420;
const PIXELS_PER_DP = DENSITY_DPI / 160;

export function px(dp: number): number {
  return Math.round(dp * PIXELS_PER_DP);
}

export const STATUS_BAR_PX = px(24);
export const NAVIGATION_BAR_PX = px(48);

export function rect(left: number, top: number, width: number, height: number): Rect {
  return { left, top, right: left + width, bottom: top + height };
}

export function widthOf(area: Rect): number {
  return area.right - area.left;
}

export function heightOf(area: Rect): number {
  return area.bottom - area.top;
}

/** The common part, or null when there is none. */
export function intersect(a: Rect, b: Rect): Rect | null {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  const right = Math.min(a.right, b.right);
  const bottom = Math.min(a.bottom, b.bottom);
  return left < right && top < bottom ? { left, top, right, bottom } : null;
}

export function contains(area: Rect, x: number, y: number): boolean {
  return x >= area.left && x < area.right && y >= area.top && y < area.bottom;
}
