import * as z from "zod";
import { middleOf, type Rect } from "../../graphics/geometry.ts";
import type { AccessibleNode } from "../../toolkit/accessible-node.ts";
import { pinchOver, swipePoints } from "../appium-server/gestures.ts";
import type { JavaObject } from "../appium-server/parse-ui-selector.ts";
import { scrollTo, swipeOnce } from "../appium-server/scroll-to.ts";
import { stroke } from "./device-methods.ts";
import { notFound } from "./rpc-error.ts";
import { Int, Milliseconds, overload, type RpcMethods, Steps, stepMilliseconds } from "./rpc-method.ts";
import { narrowed, RpcSelector, selectorText, uiSelector } from "./rpc-selector.ts";
import type { UiServer } from "./ui-server.ts";

/** By its selector, or by a name that the server gave to one. */
const Obj = z.union([RpcSelector.transform((selector) => uiSelector(selector)), z.string().max(100)]);
type Obj = z.output<typeof Obj>;
const Selector = RpcSelector.transform((selector) => uiSelector(selector));
const Point = z.looseObject({ x: z.number(), y: z.number() });
const Percent = z.number().int().min(1).max(100);
const Swipes = z.number().int().min(0).max(1_000);
const Corner = z.string();
const longPressMilliseconds = 600;
const scrollSteps = 55;
const flingSteps = 5;

const of = (server: UiServer, obj: Obj): JavaObject => (typeof obj === "string" ? server.named(obj) : obj);
const view = (server: UiServer, obj: Obj): Promise<AccessibleNode> => server.one(of(server, obj));

const rect = ({ left, top, right, bottom }: Rect) => ({ bottom, left, right, top });

const info = (node: AccessibleNode) => ({
  bounds: rect(node.bounds),
  childCount: node.children.length,
  className: node.className,
  contentDescription: node.description || null,
  packageName: node.packageName,
  resourceName: node.resourceId || null,
  text: node.text,
  visibleBounds: rect(node.bounds),
  checkable: node.checkable,
  checked: node.checked,
  clickable: node.clickable,
  enabled: node.enabled,
  focusable: node.focusable,
  focused: node.focused,
  longClickable: node.longClickable,
  scrollable: node.scrollable,
  selected: node.selected,
});

/** Five pixels inside it, as UiObject clicks at corners; null for a word that it does not know. */
function cornerOf(
  { bounds }: AccessibleNode,
  corner: string,
): { readonly x: number; readonly y: number } | null {
  switch (corner.toLowerCase()) {
    case "tl":
    case "topleft":
      return { x: bounds.left + 5, y: bounds.top + 5 };
    case "br":
    case "bottomright":
      return { x: bounds.right - 5, y: bounds.bottom - 5 };
    case "c":
    case "center":
      return middleOf(bounds);
    default:
      return null;
  }
}

async function press(server: UiServer, obj: Obj, held: number, corner = "center"): Promise<boolean> {
  const at = cornerOf(await view(server, obj), corner);
  if (at === null) return false;
  await server.phone.takes("gesture");
  if (held > 0) await server.phone.device.input.draganddrop(at.x, at.y, at.x, at.y, held);
  else await server.phone.device.input.tap(at.x, at.y);
  return true;
}

async function setText(server: UiServer, obj: Obj, text: string): Promise<boolean> {
  const node = await view(server, obj);
  await server.phone.takes("gesture");
  return server.phone.automation.setText(node, text);
}

async function count(server: UiServer, obj: Obj): Promise<number> {
  return (await server.all(of(server, obj))).length;
}

async function dragTo(server: UiServer, obj: Obj, to: { x: number; y: number }, steps: number) {
  const { x, y } = middleOf((await view(server, obj)).bounds);
  return stroke(server, [x, y, to.x, to.y], Math.max(longPressMilliseconds, steps * stepMilliseconds), false);
}

const directions = { u: "up", d: "down", l: "left", r: "right" } as const;

async function swipe(server: UiServer, obj: Obj, way: string, steps: number): Promise<boolean> {
  const direction = directions[way.charAt(0).toLowerCase() as keyof typeof directions];
  const area = (await view(server, obj)).bounds;
  if (direction === undefined) return false;
  const points = swipePoints({ area, direction, percent: 0.9, speed: 1 });
  return stroke(server, points, steps * stepMilliseconds, true);
}

/** Whether the list can go further that way: only lists that scroll upright are there. */
async function scroll(server: UiServer, obj: Obj, way: "back" | "on", steps: number): Promise<boolean> {
  const list = await view(server, obj);
  return swipeOnce(list, server.phone, way, steps * stepMilliseconds);
}

async function scrollFar(server: UiServer, obj: Obj, way: "back" | "on", mostSwipes: number, steps: number) {
  for (let swipes = 0; swipes < mostSwipes; swipes += 1)
    if (!(await scroll(server, obj, way, steps))) return true;
  return true;
}

async function scrollInto(server: UiServer, list: JavaObject, wanted: JavaObject): Promise<boolean> {
  await server.one(list);
  const calls = [{ method: "scrollIntoView", args: [wanted] }];
  const roots = () => server.phone.automation.windows().slice(0, 1);
  const found = await scrollTo({ className: "UiScrollable", args: [list], calls }, server.phone, roots);
  return found.length > 0;
}

/** Views below another that fit a pattern. */
const below = (outer: JavaObject, child: JavaObject): JavaObject => ({
  ...outer,
  calls: [...outer.calls, { method: "childSelector", args: [child] }],
});

/** The child pattern's view that has such a view in it, by a name: its place among all that fit the pattern. */
async function childWith(
  server: UiServer,
  { list, child, by, text }: { list: Obj; child: JavaObject; by: "text" | "description"; text: string },
  scrolls: boolean,
): Promise<string> {
  const outer = of(server, list);
  const marked: JavaObject = { className: "UiSelector", args: [], calls: [{ method: by, args: [text] }] };
  if (scrolls && (await server.one(outer)).scrollable) await scrollInto(server, outer, marked);
  const within = below(outer, child);
  const instance = (await server.all(within)).findIndex((node) => has(node, by, text));
  if (instance < 0) throw notFound(`${by}= "${text.slice(0, 200)}" ${selectorText(child)}`);
  return server.name(narrowed(within, "instance", instance));
}

const has = (node: AccessibleNode, by: "text" | "description", text: string): boolean =>
  node[by] === text || node.children.some((child) => has(child, by, text));

const childBy = (by: "text" | "description") => [
  overload([Obj, Selector, z.string()], (server, list, child, text) =>
    childWith(server, { list, child, by, text }, true),
  ),
  overload([Obj, Selector, z.string(), z.boolean()], (server, list, child, text, scrolls) =>
    childWith(server, { list, child, by, text }, scrolls),
  ),
];

/** `isVertical` has to be true. */
const Vertical = z.literal(true);
const flings = (way: "back" | "on") => [
  overload([Obj, Vertical], (server, obj) => scroll(server, obj, way, flingSteps)),
];
const flingsFar = (way: "back" | "on") => [
  overload([Obj, Vertical, Swipes], (server, obj, _, most) => scrollFar(server, obj, way, most, flingSteps)),
];
const scrolls = (way: "back" | "on") => [
  overload([Obj, Vertical], (server, obj) => scroll(server, obj, way, scrollSteps)),
  overload([Obj, Vertical, Steps], (server, obj, _, steps) => scroll(server, obj, way, steps)),
];
const scrollsFar = (way: "back" | "on") => [
  overload([Obj, Vertical, Swipes, Steps], (server, obj, _, most, steps) =>
    scrollFar(server, obj, way, most, steps),
  ),
];
const pinches = (opens: boolean) => [
  overload([Obj, Percent, Steps], async (server, obj, percent) => {
    await pinchOver(server.phone, (await view(server, obj)).bounds, percent / 100, opens);
    return true;
  }),
];

/** What is asked of a view. */
export const objectMethods: RpcMethods = {
  exist: [overload([Obj], async (server, obj) => (await count(server, obj)) > 0)],
  count: [overload([Obj], count)],
  objInfo: [overload([Obj], async (server, obj) => info(await view(server, obj)))],
  objInfoOfAllInstances: [
    overload([Obj], async (server, obj) => (await server.all(of(server, obj))).map(info)),
  ],
  getText: [overload([Obj], async (server, obj) => (await view(server, obj)).text)],
  setText: [overload([Obj, z.string().max(100_000)], setText)],
  clearTextField: [overload([Obj], (server, obj) => setText(server, obj, "").then(() => null))],
  click: [
    overload([Obj], (server, obj) => press(server, obj, 0)),
    overload([Obj, Corner], (server, obj, corner) => press(server, obj, 0, corner)),
  ],
  clickAndWaitForNewWindow: [overload([Obj, Milliseconds], (server, obj) => press(server, obj, 0))],
  longClick: [
    overload([Obj], (server, obj) => press(server, obj, longPressMilliseconds)),
    overload([Obj, Corner], (server, obj, corner) => press(server, obj, longPressMilliseconds, corner)),
  ],
  dragTo: [
    overload([Obj, Selector, Steps], async (server, obj, to, steps) =>
      dragTo(server, obj, middleOf((await server.one(to)).bounds), steps),
    ),
    overload([Obj, Int, Int, Steps], (server, obj, x, y, steps) => dragTo(server, obj, { x, y }, steps)),
  ],
  swipe: [overload([Obj, z.string(), Steps], swipe)],
  gesture: [
    overload([Obj, Point, Point, Point, Point, Steps], async (server, obj, start, start2, end, end2) => {
      await view(server, obj);
      await server.phone.takes("gesture");
      await server.phone.device.input.pinch([
        { start, end },
        { start: start2, end: end2 },
      ]);
      return true;
    }),
  ],
  pinchIn: pinches(false),
  pinchOut: pinches(true),
  waitForExists: [
    overload([Obj, Milliseconds], (server, obj, timeout) => server.waitFor(of(server, obj), true, timeout)),
  ],
  waitUntilGone: [
    overload([Obj, Milliseconds], (server, obj, timeout) => server.waitFor(of(server, obj), false, timeout)),
  ],
  flingForward: flings("on"),
  flingBackward: flings("back"),
  flingToBeginning: flingsFar("back"),
  flingToEnd: flingsFar("on"),
  scrollForward: scrolls("on"),
  scrollBackward: scrolls("back"),
  scrollToBeginning: scrollsFar("back"),
  scrollToEnd: scrollsFar("on"),
  scrollTo: [
    overload([Obj, Selector, Vertical], (server, list, wanted) =>
      scrollInto(server, of(server, list), wanted),
    ),
  ],
  childByText: childBy("text"),
  childByDescription: childBy("description"),
  childByInstance: [
    overload([Obj, Selector, Swipes], (server, list, child, instance) =>
      server.name(narrowed(below(of(server, list), child), "instance", instance)),
    ),
  ],
  getUiObject: [overload([Selector], (server, selector) => server.name(selector))],
};
