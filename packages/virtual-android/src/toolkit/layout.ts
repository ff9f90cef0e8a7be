import { intersect, px, type Rect, rect } from "../graphics/geometry.ts";
import { type MeasureCache, type Measured, measure, paddingOf } from "./measure.ts";
import { wrapText } from "./measure-text.ts";
import { shownText } from "./shown-text.ts";
import type { Alignment, Widget } from "./widget.ts";

/** A widget with its place on the display. */
export interface ViewNode {
  readonly widget: Widget;
  readonly key: string;
  /** Position among its siblings, as the dump's `index`. */
  readonly index: number;
  readonly bounds: Rect;
  /** What of it can be seen; null when scrolled or clipped away. */
  readonly visible: Rect | null;
  readonly lines: readonly string[];
  readonly scroll: { readonly offset: number; readonly max: number } | null;
  readonly children: readonly ViewNode[];
}

/** Undefined: it was not scrolled yet. */
export type ScrollOffsets = (key: string) => number | undefined;

/** Places a tree inside `area`. Pure: the same tree, area and offsets give the same nodes. */
export function layout(root: Widget, area: Rect, offsets: ScrollOffsets): ViewNode {
  return place(root, area, area, "0", 0, { offsets, cache: new Map() });
}

interface Pass {
  readonly offsets: ScrollOffsets;
  readonly cache: MeasureCache;
}

function place(widget: Widget, bounds: Rect, clip: Rect, path: string, index: number, pass: Pass): ViewNode {
  // A Space is never visible on Android, so no dump shows it.
  const visible = widget.class === "android.widget.Space" ? null : intersect(bounds, clip);
  const key = widget.key ?? (widget.id === undefined ? path : `${widget.id}@${path}`);
  const [top, right, bottom, left] = paddingOf(widget);
  const inner: Rect = {
    left: bounds.left + left,
    top: bounds.top + top,
    right: Math.max(bounds.left + left, bounds.right - right),
    bottom: Math.max(bounds.top + top, bounds.bottom - bottom),
  };
  const scroll = widget.scrolls === true ? scrollState(widget, inner, key, pass) : null;
  const areas = childAreas(widget, scroll === null ? inner : shifted(inner, scroll), pass.cache);
  const children = (widget.children ?? []).map((child, i) => {
    const area = areas[i] ?? inner;
    return place(child, area, visible ?? clip, `${path}.${i}`, i, pass);
  });
  const shown = children.map((child) => (visible === null ? { ...child, visible: null } : child));
  return {
    widget,
    key,
    index,
    bounds,
    visible,
    lines: linesOf(widget, inner.right - inner.left),
    scroll,
    children: widget.class.endsWith("RecyclerView") ? renumbered(shown) : shown,
  };
}

/** A RecyclerView has no views for rows that are scrolled away, so its visible rows count from 0. */
function renumbered(children: readonly ViewNode[]): readonly ViewNode[] {
  return children.filter((child) => child.visible !== null).map((child, index) => ({ ...child, index }));
}

function linesOf(widget: Widget, width: number): readonly string[] {
  const style = widget.look?.text;
  if (style === undefined) return [];
  const text = shownText(widget);
  return text === "" ? [] : wrapText(text, style, Math.max(width, 1)).lines;
}

function scrollState(widget: Widget, inner: Rect, key: string, pass: Pass): { offset: number; max: number } {
  let content = 0;
  for (const child of widget.children ?? []) {
    content += measure(child, inner.right - inner.left, Number.POSITIVE_INFINITY, pass.cache).height;
  }
  content += px(widget.box?.gap ?? 0) * Math.max(0, (widget.children?.length ?? 0) - 1);
  const max = Math.max(0, content - (inner.bottom - inner.top));
  return {
    offset: Math.min(max, Math.max(0, Math.round(pass.offsets(key) ?? (widget.fromEnd === true ? max : 0)))),
    max,
  };
}

function shifted(inner: Rect, scroll: { readonly offset: number; readonly max: number }): Rect {
  return { ...inner, top: inner.top - scroll.offset, bottom: inner.bottom - scroll.offset + scroll.max };
}

function childAreas(widget: Widget, inner: Rect, cache: MeasureCache): readonly Rect[] {
  switch (widget.box?.direction ?? "column") {
    case "row":
      return line(widget, inner, cache, "row");
    case "column":
      return line(widget, inner, cache, "column");
    case "stack":
      return (widget.children ?? []).map((child) => stacked(widget, child, inner, cache));
  }
}

function line(widget: Widget, inner: Rect, cache: MeasureCache, way: "row" | "column"): readonly Rect[] {
  const children = widget.children ?? [];
  const width = inner.right - inner.left;
  const height = inner.bottom - inner.top;
  const along = way === "row" ? width : height;
  const gap = px(widget.box?.gap ?? 0);
  const sizes: Measured[] = [];
  let used = gap * Math.max(0, children.length - 1);
  let weights = 0;
  // Weighted children share what the others leave, so the others are measured first.
  children.forEach((child, i) => {
    if (child.box?.weight !== undefined) weights += child.box.weight;
    else {
      const size =
        way === "row"
          ? measure(child, Math.max(0, width - used), height, cache)
          : measure(child, width, Math.max(0, height - used), cache);
      sizes[i] = size;
      used += way === "row" ? size.width : size.height;
    }
  });
  const left = Math.max(0, along - used);
  let position = startOf(widget.box?.justify, weights > 0 ? 0 : left);
  const between =
    widget.box?.justify === "between" && weights === 0 ? left / Math.max(1, children.length - 1) : 0;
  return children.map((child, i) => {
    const share =
      child.box?.weight === undefined ? undefined : Math.floor((left * child.box.weight) / weights);
    const size =
      sizes[i] ??
      (way === "row" ? measure(child, share ?? 0, height, cache) : measure(child, width, share ?? 0, cache));
    const length = share ?? (way === "row" ? size.width : size.height);
    const start = Math.round(position);
    position += length + gap + between;
    if (way === "row") {
      const cross = across(widget.box?.align ?? "center", size.height, height, child.box?.height);
      return rect(inner.left + start, inner.top + cross.start, length, cross.length);
    }
    const cross = across(widget.box?.align ?? "stretch", size.width, width, child.box?.width);
    return rect(inner.left + cross.start, inner.top + start, cross.length, length);
  });
}

function startOf(justify: "start" | "center" | "end" | "between" | undefined, left: number): number {
  if (justify === "center") return left / 2;
  return justify === "end" ? left : 0;
}

function across(
  align: Alignment,
  size: number,
  room: number,
  own: unknown,
): { start: number; length: number } {
  const length =
    own === "fill" || (align === "stretch" && typeof own !== "number" && own !== "wrap")
      ? room
      : Math.min(size, room);
  if (align === "center") return { start: Math.round((room - length) / 2), length };
  return { start: align === "end" ? room - length : 0, length };
}

function stacked(parent: Widget, child: Widget, inner: Rect, cache: MeasureCache): Rect {
  const width = inner.right - inner.left;
  const height = inner.bottom - inner.top;
  const size = measure(child, width, height, cache);
  const at = child.box?.at;
  if (at !== undefined) return rect(inner.left + px(at[0]), inner.top + px(at[1]), size.width, size.height);
  const [horizontal, vertical] = child.box?.gravity ?? [parent.box?.align ?? "stretch", "start"];
  const x = across(horizontal, size.width, width, child.box?.width);
  const y = across(vertical, size.height, height, child.box?.height);
  return rect(inner.left + x.start, inner.top + y.start, x.length, y.length);
}
