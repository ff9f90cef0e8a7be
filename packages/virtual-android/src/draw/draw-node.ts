import type { DrawContext } from "../graphics/draw-context.ts";
import { heightOf, px, type Rect, sp, widthOf } from "../graphics/geometry.ts";
import { resolveColor } from "../graphics/palette.ts";
import type { ViewNode } from "../toolkit/layout.ts";
import { paddingOf } from "../toolkit/measure.ts";
import { lineHeightPx, textWidth } from "../toolkit/measure-text.ts";
import { drawControl } from "./draw-control.ts";

export function drawNode(node: ViewNode, context: DrawContext): void {
  if (node.visible === null) return;
  const clipped =
    node.visible.top !== node.bounds.top ||
    node.visible.bottom !== node.bounds.bottom ||
    node.scroll !== null;
  if (clipped) context.surface.withClip(node.visible, () => drawUnclipped(node, context));
  else drawUnclipped(node, context);
}

function drawUnclipped(node: ViewNode, context: DrawContext): void {
  const { look } = node.widget;
  if (look !== undefined) {
    drawBackground(node, context);
    drawControl(node, context);
    look.picture?.(context.surface, node.bounds);
    drawIcon(node, context);
    drawLines(node, context);
    if (look.divider !== undefined) {
      const { left, right, bottom } = node.bounds;
      context.surface.fill(
        { left, right, top: bottom - 3, bottom },
        resolveColor(context.palette, look.divider),
      );
    }
  }
  for (const child of node.children) drawNode(child, context);
}

function drawBackground(node: ViewNode, { surface, palette }: DrawContext): void {
  const look = node.widget.look;
  const radius = px(look?.radius ?? 0);
  if (look?.background !== undefined) {
    const color = resolveColor(palette, look.background);
    if (radius > 0) surface.roundRect(node.bounds, radius, color);
    else surface.fill(node.bounds, color);
  }
  if (look?.border !== undefined) {
    const edge = {
      left: node.bounds.left + 1,
      top: node.bounds.top + 1,
      right: node.bounds.right - 1,
      bottom: node.bounds.bottom - 1,
    };
    surface.strokeRoundRect(edge, radius, resolveColor(palette, look.border), 3);
  }
}

function innerOf(node: ViewNode): Rect {
  const [top, right, bottom, left] = paddingOf(node.widget);
  const { bounds } = node;
  return {
    left: bounds.left + left,
    top: bounds.top + top,
    right: bounds.right - right,
    bottom: bounds.bottom - bottom,
  };
}

function drawIcon(node: ViewNode, { surface, palette }: DrawContext): void {
  const icon = node.widget.look?.icon;
  if (icon === undefined) return;
  const inner = innerOf(node);
  const size = px(icon.size);
  const left = Math.round(inner.left + (widthOf(inner) - size) / 2);
  const top = Math.round(inner.top + (heightOf(inner) - size) / 2);
  const token = node.widget.enabled === false ? "outline" : (icon.color ?? "onSurfaceVariant");
  surface.icon(
    icon.name,
    { left, top, right: left + size, bottom: top + size },
    resolveColor(palette, token),
  );
}

function drawLines(node: ViewNode, context: DrawContext): void {
  const style = node.widget.look?.text;
  if (style === undefined) return;
  const { surface, palette } = context;
  const inner = innerOf(node);
  const weight = style.weight ?? 400;
  const lineHeight = lineHeightPx(style.size);
  const size = sp(style.size);
  const empty = (node.widget.text ?? "") === "";
  const token = node.widget.enabled === false || empty ? "outline" : (style.color ?? "onSurface");
  const color = resolveColor(palette, token);
  const slackAbove = Math.max(0, Math.round((heightOf(inner) - node.lines.length * lineHeight) / 2));
  let top = inner.top + (node.widget.multiline === true ? 0 : slackAbove);
  if (context.focus === node.key && node.widget.onType !== undefined) drawCursor(node, inner, context);
  for (const text of node.lines) {
    const width = textWidth(text, style.size, weight);
    const slack = widthOf(inner) - width;
    const shift = style.align === "center" ? slack / 2 : style.align === "end" ? slack : 0;
    surface.text(
      text,
      Math.round(inner.left + shift),
      Math.round(top + lineHeight * 0.5 + size * 0.36),
      size,
      weight,
      color,
      width,
    );
    top += lineHeight;
  }
}

/** The cursor of a one-line field; its last line's end stands for any place further back. */
function drawCursor(
  node: ViewNode,
  inner: Rect,
  { surface, palette, cursor, allSelected }: DrawContext,
): void {
  const style = node.widget.look?.text;
  if (style === undefined) return;
  const weight = style.weight ?? 400;
  const text = node.widget.text ?? "";
  const line = node.lines.length <= 1 ? text.slice(0, cursor) : (node.lines.at(-1) ?? "");
  const full =
    node.lines.length === 0 || text === "" ? 0 : textWidth(node.lines.at(-1) ?? "", style.size, weight);
  const before = text === "" ? 0 : textWidth(line, style.size, weight);
  const start = style.align === "center" ? inner.left + (widthOf(inner) - full) / 2 : inner.left;
  const half = lineHeightPx(style.size) / 2;
  const lastLine = inner.top + half * (2 * Math.max(1, node.lines.length) - 1);
  const middle = node.widget.multiline === true ? lastLine : (inner.top + inner.bottom) / 2;
  if (allSelected && full > 0) {
    const selection = {
      left: Math.round(start),
      top: Math.round(middle - half),
      right: Math.round(start + full),
      bottom: Math.round(middle + half),
    };
    surface.fill(selection, resolveColor(palette, "primaryContainer"));
    return;
  }
  // Before the hint, not over its first letter.
  const x = Math.round(start + before) + (text === "" ? -5 : 2);
  surface.fill(
    { left: x, top: Math.round(middle - half), right: x + 5, bottom: Math.round(middle + half) },
    resolveColor(palette, "primary"),
  );
}
