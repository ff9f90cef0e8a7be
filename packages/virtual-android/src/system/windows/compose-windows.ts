import { betweenBars, navigationBarArea, px, type Rect } from "../../graphics/geometry.ts";
import type { ColorToken } from "../../graphics/palette.ts";
import { stack } from "../../toolkit/basic-widgets.ts";
import { findNode } from "../../toolkit/find-node.ts";
import { layout, type ViewNode } from "../../toolkit/layout.ts";
import { measure } from "../../toolkit/measure.ts";
import type { Widget } from "../../toolkit/widget.ts";
import type { Dialog, ScreenContent } from "../app.ts";
import type { WindowMemory } from "../input/input-focus.ts";
import { focusField } from "../input/text-editor.ts";

export interface DisplaySize {
  readonly width: number;
  readonly height: number;
}

/** A window with its views in place; the last in a list is the one on top, which alone gets input and is dumped. */
export interface ComposedWindow {
  readonly packageName: string;
  readonly component: string;
  readonly title: string;
  readonly root: ViewNode;
  readonly memory: WindowMemory;
  readonly secure: boolean;
  readonly isDialog: boolean;
  readonly overPicture: boolean;
  readonly behindBars: ColorToken | null;
  readonly onDismiss: (() => void) | null;
}

/** Where on the display an activity is: all of it, or its half. */
export interface Room {
  readonly size: DisplaySize;
  readonly area: Rect;
}

export const wholeDisplay = (size: DisplaySize): Room => ({
  size,
  area: { left: 0, top: 0, right: size.width, bottom: size.height },
});

/** What the bars and the keyboard leave of it. */
function between({ size, area }: Room, keyboardTop: number | null): Rect {
  const free = betweenBars(size);
  const bottom = Math.min(area.bottom, free.bottom, keyboardTop ?? Number.POSITIVE_INFINITY);
  const top = Math.max(area.top, free.top);
  const [left, right] = [Math.max(area.left, free.left), Math.min(area.right, free.right)];
  return { left, right, top, bottom: Math.max(top + 1, bottom) };
}

export interface WindowSource {
  readonly packageName: string;
  readonly component: string;
  readonly secure: boolean;
  readonly memory: WindowMemory;
  readonly dialogMemory: WindowMemory;
}

/** The activity's own window and, over it, its dialog. `keyboardTop` is where the keyboard would begin. */
export function composeActivity(
  source: WindowSource,
  content: ScreenContent,
  room: Room,
  keyboardTop: number | null,
): ComposedWindow[] {
  const { packageName, component, secure, memory } = source;
  const dialogOpen = content.dialog !== undefined;
  const root = activityRoot(content.root, room, dialogOpen ? null : keyboardTop, memory);
  const overPicture = content.overPicture === true;
  const base = { packageName, component, secure, behindBars: content.behindBars ?? null };
  const windows: ComposedWindow[] = [
    { ...base, title: component, root, memory, isDialog: false, overPicture, onDismiss: null },
  ];
  if (content.dialog !== undefined)
    windows.push(composeDialog(base, content.dialog, source.dialogMemory, room, keyboardTop));
  return windows;
}

export function composeDialog(
  owner: { readonly packageName: string; readonly component: string; readonly secure: boolean },
  dialog: Dialog,
  memory: WindowMemory,
  room: Room,
  keyboardTop: number | null,
): ComposedWindow {
  const root = dialogRoot(dialog.root, room, keyboardTop, memory);
  return {
    ...owner,
    title: dialog.title,
    root,
    memory,
    isDialog: true,
    overPicture: false,
    behindBars: null,
    onDismiss: dialog.onDismiss ?? null,
  };
}

function activityRoot(
  content: Widget,
  room: Room,
  keyboardTop: number | null,
  memory: WindowMemory,
): ViewNode {
  const picture = content.look?.control === "wallpaper";
  const decor = stack({}, [
    stack({ class: "android.widget.LinearLayout", box: { width: "fill", height: "fill" } }, [
      stack({ id: "android:id/content", box: { width: "fill", height: "fill" } }, [content]),
    ]),
  ]);
  const { area } = room;
  if (picture) return overPicture(content, decor, room, memory);
  // The content lies between the bars, or above the keyboard (adjustResize); the decor view covers its whole area.
  const inner = layout(decor, between(room, keyboardTop), (key) => memory.scrollOffsets.get(key));
  return { ...inner, bounds: area, visible: area };
}

/** The picture covers all of the display; what lies on it keeps off the buttons at its side. */
function overPicture(content: Widget, decor: Widget, { size, area }: Room, memory: WindowMemory): ViewNode {
  const offsets = (key: string): number | undefined => memory.scrollOffsets.get(key);
  const bar = navigationBarArea(size);
  const isBelow = bar.top > 0;
  if (isBelow) return layout(decor, area, offsets);
  const free = bar.left > 0 ? { ...area, right: bar.left } : { ...area, left: bar.right };
  const inner = layout(decor, free, offsets);
  const whole = (node: ViewNode): ViewNode => ({
    ...node,
    bounds: area,
    visible: area,
    children: node.widget === content ? node.children : node.children.map(whole),
  });
  return whole(inner);
}

function dialogRoot(content: Widget, room: Room, keyboardTop: number | null, memory: WindowMemory): ViewNode {
  const decorOf = (shown: Widget) =>
    stack({}, [stack({ id: "android:id/content", box: { width: "fill" } }, [shown])]);
  const free = between(room, keyboardTop);
  const whole = free.right - free.left;
  const width = Math.min(whole - px(48), px(560));
  const top = free.top + px(16);
  const bottom = Math.max(top + 1, free.bottom - px(16));
  const wanted = measure(decorOf(content), width, Number.POSITIVE_INFINITY, new Map()).height;
  // The buttons of a window higher than the display can be reached anyway.
  const decor = decorOf(wanted > bottom - top && !scrollsItself(content) ? scrolling(content) : content);
  const height = Math.min(measure(decor, width, bottom - top, new Map()).height, bottom - top);
  const left = Math.round(free.left + (whole - width) / 2);
  const start = Math.round((top + bottom - height) / 2);
  const area: Rect = { left, top: start, right: left + width, bottom: start + height };
  return layout(decor, area, (key) => memory.scrollOffsets.get(key));
}

const scrollsItself = ({ scrolls = false, children = [] }: Widget): boolean =>
  scrolls || children.some(scrollsItself);

const scrolling = (content: Widget): Widget => ({
  class: "android.widget.ScrollView",
  key: "dialog-scroll",
  scrolls: true,
  box: { direction: "column", width: "fill" },
  children: [content],
});

export function focusedField(window: ComposedWindow): ViewNode | null {
  const { focus } = window.memory;
  if (focus === null) return null;
  return findNode(window.root, (node) => node.key === focus && node.widget.onType !== undefined);
}

/** Gives a window that has just appeared its first focus, and drops the focus of a field that is gone. */
export function settleFocus(window: ComposedWindow): boolean {
  const { memory } = window;
  if (memory.focus !== null && findNode(window.root, (node) => node.key === memory.focus) === null)
    memory.focus = null;
  if (memory.autofocused || memory.focus !== null) return false;
  const wanted = findNode(window.root, (node) => node.widget.autofocus === true);
  if (wanted === null) return false;
  memory.autofocused = true;
  focusField(memory, wanted);
  return true;
}
