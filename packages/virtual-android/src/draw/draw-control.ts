import type { DrawContext } from "../graphics/draw-context.ts";
import { middleOf, px, widthOf } from "../graphics/geometry.ts";
import { resolveColor } from "../graphics/palette.ts";
import type { ViewNode } from "../toolkit/layout.ts";

type Painter = (node: ViewNode, context: DrawContext) => void;

/** Draws what a control shows besides its background, icon and text. */
export function drawControl(node: ViewNode, context: DrawContext): void {
  const control = node.widget.look?.control;
  if (control !== undefined) PAINTERS[control](node, context);
}

const drawSwitch: Painter = (node, { surface, palette }) => {
  const on = node.widget.checked === true;
  const dull = node.widget.enabled === false;
  const { x, y } = middleOf(node.bounds);
  const half = { x: px(26), y: px(16) };
  const track = {
    left: Math.round(x - half.x),
    top: Math.round(y - half.y),
    right: Math.round(x + half.x),
    bottom: Math.round(y + half.y),
  };
  surface.roundRect(
    track,
    px(16),
    resolveColor(palette, on ? (dull ? "outlineVariant" : "primary") : "surfaceVariant"),
  );
  if (!on) surface.strokeRoundRect(track, px(16), resolveColor(palette, "outline"), px(2));
  const knob = on ? track.right - px(16) : track.left + px(16);
  surface.circle(knob, y, px(on ? 12 : 8), resolveColor(palette, on ? "onPrimary" : "outline"));
};

const drawCheckbox: Painter = (node, { surface, palette }) => {
  const size = px(20);
  const left = node.bounds.left + px(2);
  const { y } = middleOf(node.bounds);
  const box = { left, top: Math.round(y - size / 2), right: left + size, bottom: Math.round(y + size / 2) };
  if (node.widget.checked === true) {
    surface.roundRect(box, px(3), resolveColor(palette, "primary"));
    surface.icon("check", box, resolveColor(palette, "onPrimary"));
  } else surface.strokeRoundRect(box, px(3), resolveColor(palette, "onSurfaceVariant"), px(2));
};

const drawRadio: Painter = (node, { surface, palette }) => {
  const x = node.bounds.left + px(34);
  const { y } = middleOf(node.bounds);
  const on = node.widget.checked === true;
  surface.circle(x, y, px(10), resolveColor(palette, on ? "primary" : "onSurfaceVariant"));
  surface.circle(x, y, px(8), resolveColor(palette, "surfaceContainer"));
  if (on) surface.circle(x, y, px(5), resolveColor(palette, "primary"));
};

const drawSeekbar: Painter = (node, { surface, palette }) => {
  const { left, right } = seekbarTrack(node);
  const { y } = middleOf(node.bounds);
  const knob = Math.round(left + (right - left) * (node.widget.look?.fraction ?? 0));
  const half = px(2);
  const bar = { top: Math.round(y - half), bottom: Math.round(y + half) };
  surface.roundRect({ left, right, ...bar }, half, resolveColor(palette, "surfaceVariant"));
  surface.roundRect(
    { left, right: Math.max(left + half * 2, knob), ...bar },
    half,
    resolveColor(palette, "primary"),
  );
  surface.circle(knob, y, px(10), resolveColor(palette, "primary"));
};

/** Where a seekbar's knob can be: Android pads both ends by half a knob. */
export function seekbarTrack(node: ViewNode): { readonly left: number; readonly right: number } {
  return { left: node.bounds.left + px(16), right: node.bounds.right - px(16) };
}

const drawField: Painter = (node, { surface, palette, focus }) => {
  const focused = focus === node.key;
  const edge = {
    left: node.bounds.left + 2,
    top: node.bounds.top + 2,
    right: node.bounds.right - 2,
    bottom: node.bounds.bottom - 2,
  };
  surface.strokeRoundRect(
    edge,
    px(4),
    resolveColor(palette, focused ? "primary" : "outline"),
    focused ? px(2) : px(1),
  );
};

const drawTabLine: Painter = (node, { surface, palette }) => {
  if (node.widget.selected !== true) return;
  const { left, right, bottom } = node.bounds;
  const inset = Math.round(widthOf(node.bounds) / 6);
  surface.roundRect(
    { left: left + inset, right: right - inset, top: bottom - px(3), bottom },
    px(1),
    resolveColor(palette, "primary"),
  );
};

const drawClockHand: Painter = (node, { surface, palette }) => {
  const { x, y } = middleOf(node.bounds);
  const color = resolveColor(palette, "primary");
  const angle = (node.widget.look?.fraction ?? 0) * Math.PI * 2 - Math.PI / 2;
  const reach = px(100);
  const tip = { x: x + Math.cos(angle) * reach, y: y + Math.sin(angle) * reach };
  surface.circle(x, y, px(4), color);
  surface.line(x, y, tip.x, tip.y, color, px(2));
  surface.circle(tip.x, tip.y, px(20), color);
};

const drawWallpaper: Painter = (node, { surface }) =>
  surface.verticalGradient(node.bounds, "#31456f", "#8fa8c9");

const PAINTERS: Readonly<Record<NonNullable<NonNullable<ViewNode["widget"]["look"]>["control"]>, Painter>> = {
  switch: drawSwitch,
  checkbox: drawCheckbox,
  radio: drawRadio,
  seekbar: drawSeekbar,
  field: drawField,
  "tab-line": drawTabLine,
  "clock-hand": drawClockHand,
  wallpaper: drawWallpaper,
};
