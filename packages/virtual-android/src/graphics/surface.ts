import { Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import { canvasFont } from "./fonts.ts";
import { heightOf, intersect, type Rect, widthOf } from "./geometry.ts";
import { type Icon, type IconName, iconOf } from "./icons.ts";
import { type Mask, maskOf } from "./mask.ts";
import { edgeArea, lineArea, outerArea, roundArea, textArea } from "./stroke-areas.ts";

type Channels = readonly [red: number, green: number, blue: number];

/**
 * Rows of pixels from one side of the display to the other. Flat rectangles are written straight into them; glyphs and curves are
 * masks that a canvas drew once, through which their colour is laid on.
 */
export class Surface {
  readonly width: number;
  readonly height: number;
  /** RGBA, a pixel each, from the top of `area` on. */
  readonly words: Uint32Array;
  #area: Rect;
  #clip: Rect;
  #brightness = 1;

  /** `height` rows at most. */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.words = new Uint32Array(width * height);
    this.#area = { left: 0, top: 0, right: width, bottom: height };
    this.#clip = this.#area;
  }

  /** Which rows of the display are drawn from now on. */
  begin(area: Rect): void {
    this.#area = area;
    this.#clip = area;
    this.#brightness = 1;
  }

  /** Everything drawn from now on is darker by this factor: a scrim, without a pass over all pixels. */
  setBrightness(factor: number): void {
    this.#brightness = factor;
  }

  withClip(area: Rect, draw: () => void): void {
    const inner = intersect(area, this.#clip);
    if (inner === null) return;
    const outer = this.#clip;
    this.#clip = inner;
    draw();
    this.#clip = outer;
  }

  fill(area: Rect, color: string): void {
    const shown = intersect(area, this.#clip);
    if (shown !== null) this.#fillWith(shown, wordOf(this.#channels(color)));
  }

  #fillWith(shown: Rect, word: number): void {
    const { left, top, right, bottom } = shown;
    if (left === 0 && right === this.width) {
      this.words.fill(word, this.#at(0, top), this.#at(0, bottom));
      return;
    }
    for (let y = top; y < bottom; y += 1) this.words.fill(word, this.#at(left, y), this.#at(right, y));
  }

  #at(x: number, y: number): number {
    return (y - this.#area.top) * this.width + x;
  }

  roundRect(area: Rect, radius: number, color: string): void {
    const corner = Math.min(Math.ceil(radius), Math.floor(widthOf(area) / 2), Math.floor(heightOf(area) / 2));
    if (corner <= 0) {
      this.fill(area, color);
      return;
    }
    const { left, top, right, bottom } = area;
    this.fill({ left: left + corner, top, right: right - corner, bottom }, color);
    this.fill({ left, top: top + corner, right: left + corner, bottom: bottom - corner }, color);
    this.fill({ left: right - corner, top: top + corner, right, bottom: bottom - corner }, color);
    const size = 2 * corner;
    const mask = maskOf(`round ${corner}`, size, size, black, (context) => {
      context.beginPath();
      context.roundRect(0, 0, size, size, corner);
      context.fill();
    });
    for (const x of [left, right - corner])
      for (const y of [top, bottom - corner])
        this.withClip({ left: x, top: y, right: x + corner, bottom: y + corner }, () =>
          this.#lay(mask, x === left ? x : right - size, y === top ? y : bottom - size, color),
        );
  }

  /** Its corners are drawn, and what lies between them is their continuation. */
  strokeRoundRect(area: Rect, radius: number, color: string, width: number): void {
    const outer = edgeArea(area, width);
    const edge = Math.ceil(width + Math.max(radius, width)) + 1;
    const size = 2 * edge + 1;
    const isWhole = [outer.left, outer.top, outer.right, outer.bottom].every(Number.isInteger);
    if (!isWhole || widthOf(outer) < size || heightOf(outer) < size) {
      const shape = ["edge", widthOf(area), heightOf(area), radius, width];
      this.#stroke(shape, outer, color, (context) => {
        context.lineWidth = width;
        context.beginPath();
        context.roundRect(area.left, area.top, widthOf(area), heightOf(area), radius);
        context.stroke();
      });
      return;
    }
    const mask = maskOf(`corners ${edge} ${radius} ${width}`, size, size, black, (context) => {
      context.lineWidth = width;
      context.beginPath();
      context.roundRect(width, width, size - 2 * width, size - 2 * width, radius);
      context.stroke();
    });
    this.#laySliced(mask, edge, outer, color);
  }

  text(
    line: string,
    x: number,
    baseline: number,
    sizePx: number,
    weight: 400 | 500,
    color: string,
    width: number,
  ): void {
    // Light text is drawn a little thinner than dark text.
    const shape = ["text", line, sizePx, weight, width, this.#css(color)];
    this.#stroke(shape, textArea(x, baseline, sizePx, width), color, (context) => {
      context.font = canvasFont(sizePx, weight);
      context.fillText(line, x, baseline);
    });
  }

  icon(name: IconName, area: Rect, color: string): void {
    this.#stroke(["icon", name, widthOf(area), heightOf(area)], area, color, (context) => {
      context.translate(area.left, area.top);
      context.scale(widthOf(area) / 24, heightOf(area) / 24);
      const icon: Icon = iconOf(name);
      const path = new Path2D(icon.path);
      if (icon.solid === true) context.fill(path);
      else {
        context.lineWidth = 2;
        context.stroke(path);
      }
    });
  }

  circle(x: number, y: number, radius: number, color: string): void {
    this.#stroke(["circle", radius], roundArea(x, y, radius), color, (context) => {
      context.beginPath();
      context.arc(x, y, radius, 0, Math.PI * 2);
      context.fill();
    });
  }

  line(x1: number, y1: number, x2: number, y2: number, color: string, width: number): void {
    this.#stroke(["line", x2 - x1, y2 - y1, width], lineArea(x1, y1, x2, y2, width), color, (context) => {
      context.lineWidth = width;
      context.beginPath();
      context.moveTo(x1, y1);
      context.lineTo(x2, y2);
      context.stroke();
    });
  }

  /** Colours down the whole area, dithered: a slow change in whole steps of 256 would show as bands. */
  verticalGradient(area: Rect, from: string, to: string): void {
    const shown = intersect(area, this.#clip);
    if (shown === null) return;
    const [start, end] = [this.#channels(from), this.#channels(to)];
    const { left, right } = shown;
    for (let top = shown.top; top < shown.bottom; top += 1) {
      const share = (top - area.top) / heightOf(area);
      const exact = start.map((channel, i) => channel + ((end[i] ?? 0) - channel) * share);
      this.#fillWith({ left, right, top, bottom: top + 1 }, wordOf(ditheredColor(exact, top)));
    }
  }

  /** `shape` says all of how it looks but where it is, and `draw` draws it there. */
  #stroke(
    shape: readonly unknown[],
    area: Rect,
    color: string,
    draw: (context: SKRSContext2D) => void,
  ): void {
    const whole = outerArea(area);
    if (intersect(whole, this.#clip) === null) return;
    const { left, top } = whole;
    const key = JSON.stringify([area.left - left, area.top - top, ...shape]);
    const mask = maskOf(key, widthOf(whole), heightOf(whole), this.#css(color), (context) => {
      context.translate(-left, -top);
      draw(context);
    });
    this.#lay(mask, left, top, color);
  }

  #lay(mask: Mask, left: number, top: number, color: string): void {
    const area = { left, top, right: left + mask.width, bottom: top + mask.height };
    const shown = intersect(area, this.#clip);
    if (shown === null) return;
    const word = wordOf(this.#channels(color));
    for (let y = shown.top; y < shown.bottom; y += 1)
      this.#layRow(
        mask,
        (y - top) * mask.width + shown.left - left,
        shown.left,
        y,
        shown.right - shown.left,
        word,
      );
  }

  /** A mask whose middle row and column stand for as many as are missing. */
  #laySliced(mask: Mask, edge: number, area: Rect, color: string): void {
    const shown = intersect(area, this.#clip);
    if (shown === null) return;
    const word = wordOf(this.#channels(color));
    const sliced = (at: number, first: number, last: number): number =>
      at - first < edge ? at - first : last - at <= edge ? mask.width - (last - at) : edge;
    for (let y = shown.top; y < shown.bottom; y += 1) {
      const row = sliced(y, area.top, area.bottom);
      for (let x = shown.left; x < shown.right; x += 1) {
        const column = sliced(x, area.left, area.right);
        // Nothing is inside.
        if (row === edge && column === edge) x = Math.max(x, Math.min(shown.right, area.right - edge) - 1);
        else this.#layRow(mask, row * mask.width + column, x, y, 1, word);
      }
    }
  }

  #layRow({ alpha, colors }: Mask, from: number, x: number, y: number, count: number, word: number): void {
    const { words } = this;
    let at = this.#at(x, y);
    for (let i = from; i < from + count; i += 1, at += 1) {
      const covered = alpha[i] ?? 0;
      if (covered === 0) continue;
      const own = colors === null ? word : ((colors[i] ?? 0) | opaque) >>> 0;
      words[at] = covered === 255 ? own : mixed(words[at] ?? 0, own, covered);
    }
  }

  #channels(color: string): Channels {
    const [red, green, blue] = parseColor(color);
    const dim = this.#brightness;
    return [Math.round(red * dim), Math.round(green * dim), Math.round(blue * dim)];
  }

  #css(color: string): string {
    return `rgb(${this.#channels(color).join(",")})`;
  }
}

const black = "#000000";
const opaque = 0xff000000;

/** Little-endian words of R, G, B, A bytes; every machine Node runs on here is little-endian. */
const wordOf = ([red, green, blue]: Channels): number => (opaque | (blue << 16) | (green << 8) | red) >>> 0;

/** The upper one over the lower one, which is opaque. */
function mixed(lower: number, upper: number, alpha: number): number {
  const left = 255 - alpha;
  const red = ((upper & 255) * alpha + (lower & 255) * left + 127) / 255;
  const green = (((upper >> 8) & 255) * alpha + ((lower >> 8) & 255) * left + 127) / 255;
  const blue = (((upper >> 16) & 255) * alpha + ((lower >> 16) & 255) * left + 127) / 255;
  return (opaque | (blue << 16) | (green << 8) | red) >>> 0;
}

/** Which of eight rows are the first to be a step brighter: whole rows, since a pattern within them would fill the PNG. */
const THRESHOLDS = [0, 4, 2, 6, 1, 5, 3, 7].map((rank) => (rank + 0.5) / 8);

function ditheredColor(exact: readonly number[], y: number): Channels {
  const threshold = THRESHOLDS[y % THRESHOLDS.length] ?? 0;
  const [red = 0, green = 0, blue = 0] = exact.map((channel) => Math.floor(channel + threshold));
  return [red, green, blue];
}

function parseColor(color: string): Channels {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
