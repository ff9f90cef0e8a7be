import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import { heightOf, intersect, type Rect, widthOf } from "../toolkit/geometry.ts";
import { canvasFont } from "./fonts.ts";
import { type IconName, iconOf } from "./icons.ts";

type Channels = readonly [red: number, green: number, blue: number];

/**
 * A canvas plus a plain pixel buffer. Reading a whole canvas back costs 25 ms at 1080x2400, because each pixel is
 * un-premultiplied; most of a screen is flat colour, though. Flat rectangles are therefore written into the buffer as
 * well, and only the parts that hold glyphs and curves are read back.
 */
export class Surface {
  readonly width: number;
  readonly height: number;
  /** RGBA rows, valid after `finish`. */
  readonly pixels: Buffer;
  /** The same, a pixel each. */
  readonly words: Uint32Array;
  readonly #canvas: Canvas;
  readonly #context: SKRSContext2D;
  #clip: Rect;
  #curved: Rect[] = [];
  #brightness = 1;
  readonly #paths = new Map<IconName, Path2D>();

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    const bytes = new ArrayBuffer(width * height * 4);
    this.pixels = Buffer.from(bytes);
    this.words = new Uint32Array(bytes);
    this.#canvas = createCanvas(width, height);
    this.#context = this.#canvas.getContext("2d");
    this.#clip = this.#whole();
  }

  #whole(): Rect {
    return { left: 0, top: 0, right: this.width, bottom: this.height };
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
    this.#context.save();
    this.#context.beginPath();
    this.#context.rect(inner.left, inner.top, widthOf(inner), heightOf(inner));
    this.#context.clip();
    draw();
    this.#context.restore();
    this.#clip = outer;
  }

  fill(area: Rect, color: string): void {
    const shown = intersect(area, this.#clip);
    if (shown === null) return;
    this.#fillOpaque(shown, this.#channels(color));
  }

  #fillOpaque(shown: Rect, [red, green, blue]: Channels): void {
    this.#context.fillStyle = `rgb(${red},${green},${blue})`;
    this.#context.fillRect(shown.left, shown.top, widthOf(shown), heightOf(shown));
    // Little-endian words of R, G, B, A bytes; every machine Node runs on here is little-endian.
    const word = ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
    if (shown.left === 0 && shown.right === this.width) {
      this.words.fill(word, shown.top * this.width, shown.bottom * this.width);
      return;
    }
    for (let y = shown.top; y < shown.bottom; y += 1) {
      this.words.fill(word, y * this.width + shown.left, y * this.width + shown.right);
    }
  }

  roundRect(area: Rect, radius: number, color: string): void {
    const corner = Math.min(Math.ceil(radius), Math.floor(widthOf(area) / 2), Math.floor(heightOf(area) / 2));
    if (corner <= 0) {
      this.fill(area, color);
      return;
    }
    const [red, green, blue] = this.#channels(color);
    this.#context.fillStyle = `rgb(${red},${green},${blue})`;
    const { left, top, right, bottom } = area;
    this.#context.beginPath();
    this.#context.roundRect(left, top, widthOf(area), heightOf(area), corner);
    this.#context.fill();
    this.fill({ left: left + corner, top, right: right - corner, bottom }, color);
    this.fill({ left, top: top + corner, right: left + corner, bottom: bottom - corner }, color);
    this.fill({ left: right - corner, top: top + corner, right, bottom: bottom - corner }, color);
    for (const x of [left, right - corner]) {
      this.#readLater({ left: x, top, right: x + corner, bottom: top + corner });
      this.#readLater({ left: x, top: bottom - corner, right: x + corner, bottom });
    }
  }

  strokeRoundRect(area: Rect, radius: number, color: string, width: number): void {
    this.#stroke(color, width);
    this.#context.beginPath();
    this.#context.roundRect(area.left, area.top, widthOf(area), heightOf(area), radius);
    this.#context.stroke();
    const edge = Math.ceil(Math.max(radius, width)) + width;
    const { left, top, right, bottom } = area;
    this.#readLater({ left: left - width, top: top - width, right: right + width, bottom: top + edge });
    this.#readLater({ left: left - width, top: bottom - edge, right: right + width, bottom: bottom + width });
    this.#readLater({ left: left - width, top: top + edge, right: left + edge, bottom: bottom - edge });
    this.#readLater({ left: right - edge, top: top + edge, right: right + width, bottom: bottom - edge });
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
    this.#context.font = canvasFont(sizePx, weight);
    this.#context.fillStyle = this.#css(color);
    this.#context.fillText(line, x, baseline);
    this.#readLater(textArea(x, baseline, sizePx, width));
  }

  icon(name: IconName, area: Rect, color: string): void {
    const icon = iconOf(name);
    let path = this.#paths.get(name);
    if (path === undefined) {
      path = new Path2D(icon.path);
      this.#paths.set(name, path);
    }
    this.#context.save();
    this.#context.translate(area.left, area.top);
    this.#context.scale(widthOf(area) / 24, heightOf(area) / 24);
    if (icon.solid === true) {
      this.#context.fillStyle = this.#css(color);
      this.#context.fill(path);
    } else {
      this.#stroke(color, 2);
      this.#context.stroke(path);
    }
    this.#context.restore();
    this.#readLater(area);
  }

  circle(x: number, y: number, radius: number, color: string): void {
    this.#context.fillStyle = this.#css(color);
    this.#context.beginPath();
    this.#context.arc(x, y, radius, 0, Math.PI * 2);
    this.#context.fill();
    this.#readLater(roundArea(x, y, radius));
  }

  line(x1: number, y1: number, x2: number, y2: number, color: string, width: number): void {
    this.#stroke(color, width);
    this.#context.beginPath();
    this.#context.moveTo(x1, y1);
    this.#context.lineTo(x2, y2);
    this.#context.stroke();
    this.#readLater(lineArea(x1, y1, x2, y2, width));
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
      this.#fillOpaque({ left, right, top, bottom: top + 1 }, ditheredColor(exact, top));
    }
  }

  /** Brings the curved parts from the canvas into `pixels`. */
  finish(): void {
    for (const area of mergeAreas(this.#curved)) {
      const { data } = this.#context.getImageData(area.left, area.top, widthOf(area), heightOf(area));
      const rowBytes = widthOf(area) * 4;
      const source = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      for (let row = 0; row < heightOf(area); row += 1) {
        source.copy(
          this.pixels,
          ((area.top + row) * this.width + area.left) * 4,
          row * rowBytes,
          (row + 1) * rowBytes,
        );
      }
    }
    this.#curved = [];
    this.#brightness = 1;
  }

  #readLater(area: Rect): void {
    const whole = {
      left: Math.floor(area.left),
      top: Math.floor(area.top),
      right: Math.ceil(area.right),
      bottom: Math.ceil(area.bottom),
    };
    const shown = intersect(whole, this.#clip);
    if (shown !== null) this.#curved.push(shown);
  }

  #stroke(color: string, width: number): void {
    this.#context.strokeStyle = this.#css(color);
    this.#context.lineWidth = width;
    this.#context.lineCap = "round";
    this.#context.lineJoin = "round";
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

/** What is touched of the surface: strokes by their outer edge, text with room for what hangs over its box. */
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

/** Joins areas that overlap where that is not much more to read: reading one area twice costs as well. */
function mergeAreas(areas: readonly Rect[]): readonly Rect[] {
  const merged: Rect[] = [];
  for (const area of [...areas].sort((a, b) => a.top - b.top || a.left - b.left)) {
    const last = merged.at(-1);
    const union = last === undefined ? null : unionOf(last, area);
    if (last !== undefined && union !== null && sizeOf(union) <= sizeOf(last) + sizeOf(area))
      merged[merged.length - 1] = union;
    else merged.push(area);
  }
  return merged;
}

const sizeOf = (area: Rect): number => widthOf(area) * heightOf(area);

function unionOf(a: Rect, b: Rect): Rect {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}
