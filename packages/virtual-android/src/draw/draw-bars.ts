import type { DrawingSurface } from "../graphics/drawing-surface.ts";
import {
  betweenBars,
  middleOf,
  navigationBarArea,
  navigationButtons,
  px,
  type Rect,
  sp,
  statusBarPx,
} from "../graphics/geometry.ts";
import type { IconName } from "../graphics/icons.ts";
import { textWidth } from "../toolkit/measure-text.ts";

export interface StatusBarState {
  /** "9:41" */
  readonly time: string;
  /** Beside the clock: who has notifications. */
  readonly notifications: readonly IconName[];
  /** From the right, left of the battery. */
  readonly system: readonly IconName[];
  /** 0..100 */
  readonly batteryLevel: number;
  readonly charging: boolean;
}

/** More than these are a dot. */
const MOST_NOTIFICATION_ICONS = 4;
const CLOCK_SIZE = 14;
const ICON_DP = 16;

export function drawStatusBar(
  surface: DrawingSurface,
  state: StatusBarState,
  color: string,
  background: string,
): void {
  const edges = betweenBars(surface);
  const middle = statusBarPx() / 2;
  const width = textWidth(state.time, CLOCK_SIZE, 500);
  const baseline = Math.round(middle + sp(CLOCK_SIZE) * 0.36);
  surface.text(state.time, edges.left + px(16), baseline, sp(CLOCK_SIZE), 500, color, width);
  const size = px(ICON_DP);
  const top = Math.round(middle - size / 2);
  let left = edges.left + px(16) + width + px(8);
  for (const name of state.notifications.slice(0, MOST_NOTIFICATION_ICONS)) {
    surface.icon(name, { left, top, right: left + size, bottom: top + size }, color);
    left += size + px(4);
  }
  if (state.notifications.length > MOST_NOTIFICATION_ICONS)
    surface.circle(left + px(3), middle, px(1.5), color);
  let right = edges.right - px(16);
  drawBattery(surface, { right, middle }, state, { color, background });
  right -= px(14);
  for (const name of state.system) {
    surface.icon(name, { left: right - size, top, right, bottom: top + size }, color);
    right -= size + px(3);
  }
}

/** An upright battery, as full as its charge; a bolt is cut out of it while it charges. */
function drawBattery(
  surface: DrawingSurface,
  { right, middle }: { readonly right: number; readonly middle: number },
  { batteryLevel, charging }: StatusBarState,
  { color, background }: { readonly color: string; readonly background: string },
): void {
  const width = px(8);
  const height = px(13);
  const body: Rect = {
    left: right - width,
    right,
    top: Math.round(middle - height / 2) + px(1),
    bottom: Math.round(middle + height / 2),
  };
  const nub = px(2);
  surface.fill(
    { left: body.left + nub, right: body.right - nub, top: body.top - px(1.5), bottom: body.top },
    color,
  );
  surface.strokeRoundRect(body, px(1.5), color, px(1));
  const full = Math.min(100, Math.max(0, batteryLevel)) / 100;
  const level = body.bottom - Math.round((body.bottom - body.top) * full);
  surface.roundRect({ ...body, top: level }, px(1), color);
  if (!charging) return;
  const bolt = px(10);
  const left = Math.round((body.left + body.right - bolt) / 2);
  const top = Math.round((body.top + body.bottom - bolt) / 2);
  surface.icon("bolt", { left, top, right: left + bolt, bottom: top + bolt }, background);
}

export function drawNavigationBar(surface: DrawingSurface, background: string | null, color: string): void {
  if (background !== null) surface.fill(navigationBarArea(surface), background);
  const [back, home, overview] = navigationButtons(surface).map(middleOf);
  if (back === undefined || home === undefined || overview === undefined) return;
  surface.icon("navigateBack", squareAt(back.x, back.y, px(9)), color);
  surface.circle(Math.round(home.x), Math.round(home.y), px(7), color);
  surface.roundRect(squareAt(overview.x, overview.y, px(6)), px(2), color);
}

const squareAt = (x: number, y: number, half: number): Rect => ({
  left: Math.round(x - half),
  top: Math.round(y - half),
  right: Math.round(x + half),
  bottom: Math.round(y + half),
});
