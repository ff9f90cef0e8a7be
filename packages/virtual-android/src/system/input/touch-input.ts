import { seekbarTrack } from "../../draw/draw-control.ts";
import { contains, densityDpi, navigationButtons, px, statusBarPx } from "../../graphics/geometry.ts";
import { nodeAt } from "../../toolkit/find-node.ts";
import { keyboardArea, keyboardKeys } from "../../toolkit/keyboard-layout.ts";
import type { ViewNode } from "../../toolkit/layout.ts";
import type { SwipeWay } from "../../toolkit/widget.ts";
import type { TouchPath, TouchPoint } from "../device.ts";
import type { PhoneCore } from "../phone-core.ts";
import type { ComposedWindow } from "../windows/compose-windows.ts";
import { editTargetOf, type WindowManager } from "../windows/window-manager.ts";
import type { KeyInput } from "./key-input.ts";
import { focusField, insertText, selectAll } from "./text-editor.ts";
import { acceptSuggestion, pageFor, suggestionAreas, suggestionsFor } from "./typing-aid.ts";

// Constants of android.widget.OverScroller and ViewConfiguration.
const INFLEXION = 0.35;
const DECELERATION_RATE = Math.log(0.78) / Math.log(0.9);
const SCROLL_FRICTION = 0.015;
const MINIMUM_VELOCITY_DP = 50;
const MAXIMUM_VELOCITY_DP = 8_000;

/** How far, in px, a list still runs after the finger left it at `velocity` px per second. */
function flingDistance(velocity: number): number {
  const speed = Math.min(Math.abs(velocity), px(MAXIMUM_VELOCITY_DP));
  if (speed < px(MINIMUM_VELOCITY_DP)) return 0;
  const coefficient = 9.80665 * 39.37 * densityDpi() * 0.84;
  const deceleration = Math.log((INFLEXION * speed) / (SCROLL_FRICTION * coefficient));
  const exponent = DECELERATION_RATE / (DECELERATION_RATE - 1);
  return Math.sign(velocity) * SCROLL_FRICTION * coefficient * Math.exp(exponent * deceleration);
}

const TOUCH_SLOP_DP = 8;
/** Android's config_minScalingSpan: 27 mm. */
const leastSpanPx = (): number => (27 / 25.4) * densityDpi();
const LONG_PRESS_MILLISECONDS = 400;
const UNLOCK_DISTANCE_DP = 100;

/** Fingers on the display, as `input` and `uinput` inject them and the panel reports them. */
export class TouchInput {
  readonly #core: PhoneCore;
  readonly #windows: WindowManager;
  readonly #keys: KeyInput;

  constructor(core: PhoneCore, windows: WindowManager, keys: KeyInput) {
    this.#core = core;
    this.#windows = windows;
    this.#keys = keys;
  }

  tap(x: number, y: number): void {
    if (!this.#listens() || this.#navigationBar(x, y) || this.#keyboard(x, y)) return;
    this.#windows.touched(x, y);
    const window = this.#windows.top();
    if (window === null || this.#dismissedOutside(window, x, y)) return;
    const node = nodeAt(window.root, x, y, (one) => takesTap(one));
    if (node === null || node.widget.enabled === false) return;
    if (node.widget.onSlide !== undefined) this.#slide(node, x);
    else if (node.widget.onType !== undefined) this.#focus(window, node);
    node.widget.onTap?.();
    this.#core.invalidate();
  }

  longPress(x: number, y: number): void {
    if (!this.#listens()) return;
    this.#windows.touched(x, y);
    const window = this.#windows.top();
    if (window === null) return;
    const node = nodeAt(window.root, x, y, (one) => one.widget.onLongPress !== undefined || takesTap(one));
    if (node === null || node.widget.enabled === false) return;
    if (node.widget.onType !== undefined) {
      this.#focus(window, node);
      selectAll({ node, memory: window.memory });
    } else if (node.widget.onLongPress === undefined) this.tap(x, y);
    else node.widget.onLongPress();
    this.#core.invalidate();
  }

  swipe(x1: number, y1: number, x2: number, y2: number, durationMilliseconds: number, fling: boolean): void {
    if (!this.#listens()) return;
    if (Math.hypot(x2 - x1, y2 - y1) <= px(TOUCH_SLOP_DP)) {
      if (durationMilliseconds >= LONG_PRESS_MILLISECONDS) this.longPress(x1, y1);
      else this.tap(x1, y1);
      return;
    }
    if (this.#core.locked) {
      const root = this.#windows.top()?.root;
      const way = wayOf(x2 - x1, y2 - y1);
      if (y1 - y2 >= px(UNLOCK_DISTANCE_DP)) this.#core.locked = false;
      else if (root !== undefined && (way === "left" || way === "right"))
        nodeAt(root, x1, y1, ({ widget }) => widget.onSwipe !== undefined)?.widget.onSwipe?.(way);
      this.#core.invalidate();
      return;
    }
    if (this.#onKeyboard(x1, y1) || this.#pullsShade({ x: x1, y: y1 }, { x: x2, y: y2 })) return;
    this.#windows.touched(x1, y1);
    const window = this.#windows.top();
    if (window === null) return;
    const slider = nodeAt(window.root, x1, y1, (node) => node.widget.onSlide !== undefined);
    if (slider !== null && slider.widget.enabled !== false) {
      this.#slide(slider, x2);
      this.#core.invalidate();
      return;
    }
    if (this.#scroll(window, x1, y1, y2 - y1, durationMilliseconds, fling)) return;
    const node = nodeAt(window.root, x1, y1, ({ widget }) => widget.onSwipe !== undefined);
    node?.widget.onSwipe?.(wayOf(x2 - x1, y2 - y1));
    this.#core.invalidate();
  }

  /** A finger that comes down from the edge of the display. */
  #pullsShade(from: TouchPoint, to: TouchPoint): boolean {
    if (from.y > statusBarPx() || to.y - from.y < px(TOUCH_SLOP_DP)) return false;
    if (this.#core.overlays.length > 0) return true;
    this.#core.expandShade(this.#core.shade === null ? "notifications" : "settings");
    return true;
  }

  /** Two fingers: only how far they are apart counts, and closer than a ScaleGestureDetector takes for two, nothing does. */
  pinch(first: TouchPath, second: TouchPath): void {
    if (this.#listens()) this.#windows.touched(first.start.x, first.start.y);
    const window = this.#windows.top();
    if (!this.#listens() || this.#core.locked || window === null) return;
    const before = spanOf(first.start, second.start);
    const after = spanOf(first.end, second.end);
    if (Math.max(before, after) < leastSpanPx() || Math.abs(after - before) <= 2 * px(TOUCH_SLOP_DP)) return;
    if (this.#onKeyboard(first.start.x, first.start.y) || this.#onKeyboard(second.start.x, second.start.y))
      return;
    const under = ({ x, y }: TouchPoint) =>
      nodeAt(window.root, x, y, ({ widget }) => widget.onPinch !== undefined);
    const node = under(first.start);
    // Fingers on two views are two gestures.
    if (node === null || node !== under(second.start)) return;
    node.widget.onPinch?.(Math.max(after, leastSpanPx()) / Math.max(before, leastSpanPx()));
    this.#core.invalidate();
  }

  #scroll(
    window: ComposedWindow,
    x: number,
    y: number,
    deltaY: number,
    durationMilliseconds: number,
    fling: boolean,
  ): boolean {
    if (Math.abs(deltaY) <= px(TOUCH_SLOP_DP)) return false;
    const node = nodeAt(window.root, x, y, (one) => one.scroll !== null && one.scroll.max > 0);
    if (node === null || node.scroll === null) return false;
    const dragged = deltaY - Math.sign(deltaY) * px(TOUCH_SLOP_DP);
    const velocity = (deltaY / Math.max(durationMilliseconds, 1)) * 1_000;
    const moved = dragged + (fling ? flingDistance(velocity) : 0);
    const offset = Math.min(node.scroll.max, Math.max(0, Math.round(node.scroll.offset - moved)));
    window.memory.scrollOffsets.set(node.key, offset);
    this.#core.invalidate();
    return offset !== node.scroll.offset;
  }

  #slide(node: ViewNode, x: number): void {
    const { left, right } = seekbarTrack(node);
    node.widget.onSlide?.(Math.min(1, Math.max(0, (x - left) / Math.max(1, right - left))));
  }

  #focus(window: ComposedWindow, node: ViewNode): void {
    const { memory } = window;
    focusField(memory, node);
    memory.keyboardHidden = false;
  }

  #listens(): boolean {
    return this.#core.displayOn && !this.#core.faults.frozen;
  }

  #navigationBar(x: number, y: number): boolean {
    if (this.#core.locked) return false;
    const touched = navigationButtons(this.#windows.size()).findIndex((area) => contains(area, x, y));
    if (touched < 0) return false;
    this.#keys.press([4, 3, 187][touched] ?? 3);
    return true;
  }

  #onKeyboard(x: number, y: number): boolean {
    const { width, height } = this.#windows.size();
    return this.#windows.frame().keyboardCovers && contains(keyboardArea(width, height), x, y);
  }

  #keyboard(x: number, y: number): boolean {
    if (!this.#onKeyboard(x, y)) return false;
    const { width, height } = this.#windows.size();
    const target = editTargetOf(this.#windows.frame());
    const words = suggestionsFor(target);
    const areas = suggestionAreas(width, height);
    const word = words[areas.findIndex((area) => contains(area, x, y))];
    if (target !== null && word) acceptSuggestion(target, word);
    const page = pageFor(target, this.#core.keyboardPage);
    const key = keyboardKeys(page, width, height).find((one) => contains(one.area, x, y));
    if (key === undefined || target === null) return true;
    if (key.text !== null) {
      insertText(target, key.text);
      if (this.#core.keyboardPage === "shifted") this.#core.keyboardPage = "letters";
    } else if (key.action === "delete") this.#keys.press(67);
    else if (key.action === "enter") this.#keys.press(66);
    else if (key.action === "shift") this.#core.keyboardPage = page === "shifted" ? "letters" : "shifted";
    else if (key.action !== null) this.#core.keyboardPage = key.action;
    this.#core.invalidate();
    return true;
  }

  #dismissedOutside(window: ComposedWindow, x: number, y: number): boolean {
    if (!window.isDialog || contains(window.root.bounds, x, y)) return false;
    window.onDismiss?.();
    this.#core.invalidate();
    return true;
  }
}

const wayOf = (x: number, y: number): SwipeWay =>
  Math.abs(x) > Math.abs(y) ? (x < 0 ? "left" : "right") : y < 0 ? "up" : "down";

const spanOf = (a: TouchPoint, b: TouchPoint): number => Math.hypot(a.x - b.x, a.y - b.y);

function takesTap(node: ViewNode): boolean {
  const { widget } = node;
  return widget.onTap !== undefined || widget.onType !== undefined || widget.onSlide !== undefined;
}
