import { px } from "../graphics/geometry.ts";
import { wrapText } from "./measure-text.ts";
import { shownText } from "./shown-text.ts";
import type { Length, Widget } from "./widget.ts";

export interface Measured {
  readonly width: number;
  readonly height: number;
}

/** One layout pass asks for the same widget at several depths; without this the cost grows with 2^depth. */
export type MeasureCache = Map<Widget, { readonly room: string; readonly size: Measured }>;

export function paddingOf(
  widget: Widget,
): readonly [top: number, right: number, bottom: number, left: number] {
  const padding = widget.box?.padding ?? 0;
  if (typeof padding === "number") return [px(padding), px(padding), px(padding), px(padding)];
  if (padding.length === 2) return [px(padding[0]), px(padding[1]), px(padding[0]), px(padding[1])];
  return [px(padding[0]), px(padding[1]), px(padding[2]), px(padding[3])];
}

/** The size in px a widget wants when it may use `roomWidth` by `roomHeight`. */
export function measure(
  widget: Widget,
  roomWidth: number,
  roomHeight: number,
  cache: MeasureCache,
): Measured {
  const room = `${roomWidth},${roomHeight}`;
  const known = cache.get(widget);
  if (known?.room === room) return known.size;
  const [top, right, bottom, left] = paddingOf(widget);
  const ownWidth = fixed(widget.box?.width, roomWidth);
  const ownHeight = fixed(widget.box?.height, roomHeight);
  let size: Measured;
  if (ownWidth !== null && ownHeight !== null) size = { width: ownWidth, height: ownHeight };
  else {
    const content = contentSize(
      widget,
      Math.max(0, (ownWidth ?? roomWidth) - left - right),
      Math.max(0, (ownHeight ?? roomHeight) - top - bottom),
      cache,
    );
    const minimum = px(widget.box?.minHeight ?? 0);
    size = {
      width: ownWidth ?? Math.min(roomWidth, content.width + left + right),
      height: ownHeight ?? Math.min(roomHeight, Math.max(minimum, content.height + top + bottom)),
    };
  }
  cache.set(widget, { room, size });
  return size;
}

function fixed(length: Length | undefined, room: number): number | null {
  if (typeof length === "number") return px(length);
  return length === "fill" && Number.isFinite(room) ? room : null;
}

function contentSize(widget: Widget, width: number, height: number, cache: MeasureCache): Measured {
  const children = widget.children ?? [];
  const own = ownSize(widget, width);
  if (children.length === 0) return own;
  const gaps = px(widget.box?.gap ?? 0) * (children.length - 1);
  if (widget.box?.direction === "row") return rowSize(children, width, height, gaps, cache);
  const sizes = children.map((child) => measure(child, width, height, cache));
  const widest = Math.max(own.width, ...sizes.map((size) => size.width));
  if (widget.box?.direction === "stack") {
    return { width: widest, height: Math.max(own.height, ...sizes.map((size) => size.height)) };
  }
  return { width: widest, height: sizes.reduce((sum, size) => sum + size.height, gaps) };
}

function rowSize(
  children: readonly Widget[],
  width: number,
  height: number,
  gaps: number,
  cache: MeasureCache,
): Measured {
  let used = gaps;
  let tallest = 0;
  const weights = children.reduce((sum, child) => sum + (child.box?.weight ?? 0), 0);
  for (const child of children) {
    if (child.box?.weight !== undefined) continue;
    const size = measure(child, Math.max(0, width - used), height, cache);
    used += size.width;
    tallest = Math.max(tallest, size.height);
  }
  const left = Math.max(0, width - used);
  for (const child of children) {
    if (child.box?.weight === undefined) continue;
    tallest = Math.max(
      tallest,
      measure(child, Math.floor((left * child.box.weight) / weights), height, cache).height,
    );
  }
  return { width: weights > 0 ? width : used, height: tallest };
}

function ownSize(widget: Widget, width: number): Measured {
  const style = widget.look?.text;
  const icon = widget.look?.icon;
  if (icon !== undefined) return { width: px(icon.size), height: px(icon.size) };
  if (style === undefined) return { width: 0, height: 0 };
  const text = shownText(widget);
  return text === "" ? { width: 0, height: 0 } : wrapText(text, style, Math.max(width, 1));
}
