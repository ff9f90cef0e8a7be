/** Pixels of the display; right and bottom are exclusive, as in Android's Rect. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How large a dp and an sp are, and in how many quarters the display is turned. */
export interface Metrics {
  readonly densityDpi: number;
  readonly fontScale: number;
  readonly rotation: 0 | 1 | 2 | 3;
}

export const PHYSICAL_DENSITY_DPI = 420;
let metrics: Metrics = { densityDpi: PHYSICAL_DENSITY_DPI, fontScale: 1, rotation: 0 };

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

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A display that is as wide as this keeps its buttons below however it lies: a tablet's. */
const smallestTabletDp = 600;

/**
 * Where the three buttons are: below, or on a phone that lies at the side that is below when it stands, as
 * DisplayPolicy.navigationBarPosition has it.
 */
export function navigationBarArea({ width, height }: Size): Rect {
  const thick = px(48);
  const whole = { left: 0, top: 0, right: width, bottom: height };
  if (width <= height || height >= px(smallestTabletDp)) return { ...whole, top: height - thick };
  return metrics.rotation === 3 ? { ...whole, right: thick } : { ...whole, left: width - thick };
}

/** What the bars leave of a display. */
export function betweenBars(size: Size): Rect {
  const { left, top, right } = navigationBarArea(size);
  const area = { left: 0, top: statusBarPx(), right: size.width, bottom: size.height };
  if (top > 0) return { ...area, bottom: top };
  return left > 0 ? { ...area, right: left } : { ...area, left: right };
}

/** BACK, HOME and OVERVIEW. On a phone that lies each stays where it is on a phone that stands. */
export function navigationButtons(size: Size): readonly [back: Rect, home: Rect, overview: Rect] {
  const bar = navigationBarArea(size);
  const isBelow = bar.top > 0;
  const third = (isBelow ? widthOf(bar) : heightOf(bar)) / 3;
  const place = (index: number): Rect => {
    const [from, to] = [Math.round(index * third), Math.round((index + 1) * third)];
    return isBelow ? { ...bar, left: from, right: to } : { ...bar, top: from, bottom: to };
  };
  return !isBelow && bar.left > 0 ? [place(2), place(1), place(0)] : [place(0), place(1), place(2)];
}

export function rect(left: number, top: number, width: number, height: number): Rect {
  return { left, top, right: left + width, bottom: top + height };
}

export function widthOf(area: Rect): number {
  return area.right - area.left;
}

export const middleOf = ({ left, top, right, bottom }: Rect): { readonly x: number; readonly y: number } => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

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
