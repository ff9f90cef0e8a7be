import type { CellField } from "./cell-field.ts";
import type { CellLayout } from "./cell-layout.ts";

/** Sizes in CSS pixels. */
export interface CellSizes {
  /** From one cell to the next. */
  readonly pitch: number;
  /** Of the mark within it. */
  readonly mark: number;
  /** For the names of groups, at the left; 0: there are none. */
  readonly gutter: number;
}

interface Drawing {
  readonly field: CellField;
  readonly layout: CellLayout;
  readonly sizes: CellSizes;
  readonly sprites: readonly OffscreenCanvas[];
  /** What is not meant is pale; null: all are meant. */
  readonly meant: ReadonlySet<number> | null;
  /** Of `layout.order`; null: none has a frame. */
  readonly cursor: number | null;
  readonly scrolled: number;
  readonly width: number;
  readonly height: number;
}

const palest = 0.14;
const labelInset = 8;

/** Draws what can be seen of the field, and nothing else. */
export function drawCells(canvas: HTMLCanvasElement, drawing: Drawing): void {
  const { layout, sizes, scrolled, width, height } = drawing;
  const to = canvas.getContext("2d");
  if (to === null) return;
  const scale = window.devicePixelRatio;
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== wide || canvas.height !== high) Object.assign(canvas, { width: wide, height: high });
  to.setTransform(scale, 0, 0, scale, 0, -scrolled * scale);
  to.clearRect(0, scrolled, width, height);
  const style = getComputedStyle(canvas);
  to.font = `12px ${style.fontFamily}`;
  to.textBaseline = "middle";
  to.fillStyle = style.color;
  const first = Math.max(0, Math.floor(scrolled / sizes.pitch));
  const last = Math.min(layout.lines.length - 1, Math.floor((scrolled + height) / sizes.pitch));
  for (let line = first; line <= last; line += 1) drawLine(to, line, drawing);
  drawCursor(to, drawing, style.getPropertyValue("--accent"));
}

function drawLine(to: CanvasRenderingContext2D, line: number, drawing: Drawing): void {
  const { field, layout, sizes, sprites, meant } = drawing;
  const here = layout.lines[line];
  if (here === undefined) return;
  const top = line * sizes.pitch;
  const inset = (sizes.pitch - sizes.mark) / 2;
  if (here.label !== null && sizes.gutter > 0) {
    to.globalAlpha = 1;
    to.fillText(shortened(to, here.label, sizes.gutter - labelInset), 0, top + sizes.pitch / 2);
  }
  for (let at = here.from; at < here.to; at += 1) {
    const index = layout.order[at] ?? 0;
    const sprite = sprites[field.states[index] ?? 0];
    if (sprite === undefined) continue;
    to.globalAlpha = meant === null || meant.has(index) ? 1 : palest;
    const left = sizes.gutter + (at - here.from) * sizes.pitch;
    to.drawImage(sprite, left + inset, top + inset, sizes.mark, sizes.mark);
  }
  to.globalAlpha = 1;
}

function drawCursor(to: CanvasRenderingContext2D, { cursor, layout, sizes }: Drawing, colour: string): void {
  if (cursor === null) return;
  const { line, column } = layout.placeOf(cursor);
  to.strokeStyle = colour;
  to.lineWidth = 2;
  to.strokeRect(sizes.gutter + column * sizes.pitch, line * sizes.pitch, sizes.pitch, sizes.pitch);
}

function shortened(to: CanvasRenderingContext2D, text: string, width: number): string {
  if (to.measureText(text).width <= width) return text;
  let length = text.length;
  while (length > 1 && to.measureText(`${text.slice(0, length)}…`).width > width) length -= 1;
  return `${text.slice(0, length)}…`;
}
