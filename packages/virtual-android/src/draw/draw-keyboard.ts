import type { DrawingSurface } from "../graphics/drawing-surface.ts";
import { px, type Rect, sp } from "../graphics/geometry.ts";
import type { IconName } from "../graphics/icons.ts";
import type { Palette } from "../graphics/palette.ts";
import {
  type KeyboardKey,
  type KeyboardPage,
  keyboardArea,
  keyboardKeys,
} from "../toolkit/keyboard-layout.ts";
import { textWidth } from "../toolkit/measure-text.ts";

const ICON_KEYS: Readonly<Record<string, IconName>> = { "⇧": "shift", "⌫": "backspace", "↵": "enter" };

export interface DrawnKeyboard {
  readonly page: KeyboardPage;
  readonly suggestions: readonly { readonly word: string; readonly area: Rect }[];
}

export function drawKeyboard(
  surface: DrawingSurface,
  { page, suggestions }: DrawnKeyboard,
  palette: Palette,
): void {
  surface.fill(keyboardArea(surface.width, surface.height), palette.keyboard);
  for (const key of keyboardKeys(page, surface.width, surface.height)) drawKey(surface, key, palette);
  suggestions.forEach(({ word, area }, i) => {
    if (word !== "") drawLabel(surface, word, area, 16, palette.onSurface);
    const { right, top, bottom } = area;
    if (i < suggestions.length - 1)
      surface.fill(
        { left: right, right: right + 2, top: top + px(12), bottom: bottom - px(12) },
        palette.outlineVariant,
      );
  });
}

function drawKey(surface: DrawingSurface, key: KeyboardKey, palette: Palette): void {
  const gap = px(3);
  const { left, top, right, bottom } = key.area;
  const cap = { left: left + gap, top: top + gap, right: right - gap, bottom: bottom - gap };
  const enter = key.action === "enter";
  surface.roundRect(
    cap,
    px(8),
    enter ? palette.primary : key.action === null ? palette.key : palette.keySpecial,
  );
  const color = enter ? palette.onPrimary : palette.onSurface;
  const x = Math.round((left + right) / 2);
  const y = Math.round((top + bottom) / 2);
  const icon = ICON_KEYS[key.label];
  if (icon !== undefined) {
    const half = px(11);
    surface.icon(icon, { left: x - half, top: y - half, right: x + half, bottom: y + half }, color);
    return;
  }
  const label = key.label === "space" ? "English (US)" : key.label;
  drawLabel(surface, label, key.area, label.length > 1 ? 13 : 21, color);
}

function drawLabel(surface: DrawingSurface, label: string, area: Rect, size: number, color: string): void {
  const width = textWidth(label, size, 400);
  const x = Math.round((area.left + area.right - width) / 2);
  const y = Math.round((area.top + area.bottom) / 2 + sp(size) * 0.36);
  surface.text(label, x, y, sp(size), 400, color, width);
}
