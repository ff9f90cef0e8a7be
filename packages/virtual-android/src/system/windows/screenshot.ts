import { drawNavigationBar, drawStatusBar } from "../../draw/draw-bars.ts";
import { drawKeyboard } from "../../draw/draw-keyboard.ts";
import { drawNode } from "../../draw/draw-node.ts";
import type { DrawingSurface } from "../../graphics/drawing-surface.ts";
import { drawPng } from "../../graphics/encode-png.ts";
import { DARK, LIGHT, resolveColor } from "../../graphics/palette.ts";
import { pageFor, suggestionAreas, suggestionsFor } from "../input/typing-aid.ts";
import type { PhoneCore } from "../phone-core.ts";
import { focusedField } from "./compose-windows.ts";
import { statusBarOf } from "./status-bar.ts";
import { editTargetOf, type Frame, type WindowManager } from "./window-manager.ts";

/** How much a dialog darkens what lies behind it (dimAmount 0.6 in Android's theme reads as this on a light screen). */
const BEHIND_DIALOG_BRIGHTNESS = 0.68;

const DIVIDER_COLOR = "#000000";

/** The PNG of the display; drawn when asked for and kept until something changes. */
export class Screenshot {
  readonly #core: PhoneCore;
  readonly #windows: WindowManager;
  #cached: { readonly stamp: string; readonly png: Promise<Buffer> } | null = null;

  constructor(core: PhoneCore, windows: WindowManager) {
    this.#core = core;
    this.#windows = windows;
  }

  /** Something on the display forbids pictures of itself. */
  get isSecure(): boolean {
    return this.#windows.frame().windows.some((window) => window.secure);
  }

  png(): Promise<Buffer> {
    const frame = this.#windows.frame();
    const black = !this.#core.displayOn || this.isSecure;
    const stamp = black ? `black ${this.#windows.size().width}` : frame.stamp;
    if (this.#cached?.stamp === stamp) return this.#cached.png;
    const { width, height } = this.#windows.size();
    const png = drawPng(width, height, (surface) => {
      if (black) surface.fill({ left: 0, top: 0, right: width, bottom: height }, "#000000");
      else this.#draw(surface, frame);
    });
    this.#cached = { stamp, png };
    // A failed drawing must not be answered for ever.
    png.catch(() => {
      this.#cached = null;
    });
    return png;
  }

  #draw(surface: DrawingSurface, frame: Frame): void {
    const { settings } = this.#core;
    const palette = settings.get("secure", "ui_night_mode") === "2" ? DARK : LIGHT;
    const display = { left: 0, top: 0, right: surface.width, bottom: surface.height };
    const firstDialog = frame.windows.findIndex((window) => window.isDialog);
    if (firstDialog >= 0) surface.setBrightness(BEHIND_DIALOG_BRIGHTNESS);
    surface.fill(display, palette.surface);
    const base = frame.windows.findLast((window) => !window.isDialog);
    const overPicture = base?.overPicture === true;
    frame.windows.forEach((window, i) => {
      if (i === firstDialog) this.#bars(surface, overPicture, palette);
      if (i === frame.windows.length - 1) surface.setBrightness(1);
      if (window.behindBars !== null) surface.fill(display, resolveColor(palette, window.behindBars));
      const field = focusedField(window);
      const { focus, cursor, allSelected } = window.memory;
      drawNode(window.root, { surface, palette, focus: field === null ? null : focus, cursor, allSelected });
    });
    const split = this.#core.split.current(this.#windows.size());
    if (split !== null) surface.fill(split.divider, DIVIDER_COLOR);
    if (firstDialog < 0) this.#bars(surface, overPicture, palette);
    const top = frame.windows.at(-1);
    if (frame.keyboardCovers && top !== undefined) {
      const target = editTargetOf(frame);
      const words = suggestionsFor(target);
      const areas = suggestionAreas(surface.width, surface.height);
      const suggestions = words.map((word, i) => ({ word, area: areas[i] ?? display }));
      drawKeyboard(surface, { page: pageFor(target, this.#core.keyboardPage), suggestions }, palette);
      drawNavigationBar(surface, palette.keyboard, palette.onSurfaceVariant);
    }
  }

  #bars(surface: DrawingSurface, overPicture: boolean, palette: typeof LIGHT | typeof DARK): void {
    const color = overPicture ? "#ffffff" : palette.onSurface;
    drawStatusBar(surface, statusBarOf(this.#core), color, overPicture ? "#31456f" : palette.surface);
    drawNavigationBar(surface, null, overPicture ? "#ffffff" : palette.onSurfaceVariant);
  }
}
