/** Pixels of the display; right and bottom are exclusive, as in Android's Rect. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How large a dp and an sp are. */
export interface Metrics {
  readonly densityDpi: number;
  readonly fontScale: number;
}

export const PHYSICAL_DENSITY_DPI = 420;
let metrics: Metrics = { densityDpi: PHYSICAL_DENSITY_DPI, fontScale: 1 };

/**
 * Of the phone that is laid out, drawn or touched from here on. All of that is done at one go, so phones of one process do not
 * meet here.
 */
export function useMetrics(next: Metrics): void {
  metrics = next;
}

export function densityDpi(): number {
  return metrics.densityDpi;
}

export function px(dp: number): number {
  return Math.round((dp * metrics.densityDpi) / 160);
}

/** Sizes of text follow the user's font scale. */
export function sp(size: number): number {
  return Math.round((size * metrics.fontScale * metrics.densityDpi) / 160);
}

export const statusBarPx = (): number => px(24);
export const navigationBarPx = (): number => px(48);

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

/** Nothing of the inner area is outside of the outer one. */
export function covers(outer: Rect, inner: Rect): boolean {
  return (
    outer.left <= inner.left &&
    outer.top <= inner.top &&
    outer.right >= inner.right &&
    outer.bottom >= inner.bottom
  );
}
