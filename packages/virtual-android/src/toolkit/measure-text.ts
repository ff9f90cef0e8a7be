import { createCanvas } from "@napi-rs/canvas";
import { canvasFont } from "../graphics/fonts.ts";
import { sp } from "../graphics/geometry.ts";
import type { TextStyle } from "./widget.ts";

const MAX_CACHED_WIDTHS = 4_000;
/** A label longer than this is cut for layout and drawing only; the dump keeps all of it. */
const MAX_DRAWN_CHARACTERS = 2_000;
const widths = new Map<string, number>();
const scratch = createCanvas(1, 1).getContext("2d");

export function textWidth(text: string, sizeDp: number, weight: 400 | 500): number {
  const font = canvasFont(sp(sizeDp), weight);
  const key = `${font}|${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  scratch.font = font;
  const width = Math.ceil(scratch.measureText(text).width);
  if (widths.size >= MAX_CACHED_WIDTHS) widths.clear();
  widths.set(key, width);
  return width;
}

export function lineHeightPx(sizeDp: number): number {
  return Math.round(sp(sizeDp) * 1.33);
}

export interface WrappedText {
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
}

/** Breaks text at spaces, then inside words, so that no line is wider than `maxWidth` px. */
export function wrapText(text: string, style: TextStyle, maxWidth: number): WrappedText {
  const weight = style.weight ?? 400;
  const maxLines = style.maxLines ?? 100;
  const fits = (line: string) => textWidth(line, style.size, weight) <= maxWidth;
  const lines: string[] = [];
  for (const paragraph of text.slice(0, MAX_DRAWN_CHARACTERS).split("\n")) {
    lines.push(...wrapParagraph(paragraph, fits, maxLines - lines.length + 1));
    if (lines.length > maxLines) break;
  }
  const shown = lines.slice(0, maxLines);
  if (lines.length > maxLines) {
    const last = shown.pop() ?? "";
    shown.push(ellipsize(last, fits));
  }
  const width = Math.max(0, ...shown.map((line) => textWidth(line, style.size, weight)));
  return { lines: shown, width, height: shown.length * lineHeightPx(style.size) };
}

function wrapParagraph(paragraph: string, fits: (line: string) => boolean, maxLines: number): string[] {
  if (fits(paragraph)) return [paragraph];
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    if (lines.length >= maxLines) return lines;
    line = word;
    while (!fits(line) && line.length > 1 && lines.length < maxLines) {
      const head = longestFit(line, fits);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  lines.push(line);
  return lines;
}

function longestFit(word: string, fits: (line: string) => boolean): string {
  let low = 1;
  let high = word.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(word.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  return word.slice(0, low);
}

function ellipsize(line: string, fits: (line: string) => boolean): string {
  let kept = line;
  while (kept.length > 0 && !fits(`${kept}…`)) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}
