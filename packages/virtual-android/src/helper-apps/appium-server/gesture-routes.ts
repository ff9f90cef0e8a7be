import * as z from "zod";
import { middleOf, type Rect } from "../../graphics/geometry.ts";
import { elementKey } from "./element-cache.ts";
import { findElements } from "./find-elements.ts";
import { Area, Direction, Point, pinchOver, scrollOver, swipeOver } from "./gestures.ts";
import { readBody } from "./read-body.ts";
import type { RouteCall, RouteHandler, Routes } from "./route.ts";
import { swipeOnce } from "./scroll-to.ts";
import { WebDriverError } from "./web-driver-error.ts";

const Origin = z.record(z.string(), z.string()).nullish();
const At = z.looseObject({ origin: Origin, offset: Point.nullish() });
const LongClick = z.looseObject({ ...At.shape, duration: z.number().min(0).max(600_000).nullish() });
const Drag = z.looseObject({
  origin: Origin,
  start: Point.nullish(),
  end: Point,
  speed: z.number().positive().nullish(),
});
const Over = z.looseObject({
  origin: Origin,
  area: Area.nullish(),
  direction: Direction,
  percent: z.number().nullish(),
  speed: z.number().positive().nullish(),
});
const Pinch = z.looseObject({ origin: Origin, area: Area.nullish(), percent: z.number().gt(0).max(1) });
const ScrollTo = z.looseObject({
  origin: Origin,
  params: z.looseObject({
    strategy: z.string(),
    selector: z.string(),
    maxSwipes: z.number().int().max(100).nullish(),
  }),
});

const longPressMilliseconds = 500;
/** Gestures.java: pixels a second on a screen of 160 dpi. */
const speeds = { drag: 2_500, fling: 7_500, scroll: 5_000, swipe: 5_000 };

async function areaOf(
  { session }: RouteCall,
  {
    origin,
    area,
  }: { readonly origin?: z.infer<typeof Origin>; readonly area?: z.infer<typeof Area> | null | undefined },
): Promise<Rect> {
  const id = origin?.[elementKey] ?? origin?.ELEMENT;
  if (id !== undefined) return (await session.elements.view(id, session.settings)).bounds;
  if (area)
    return { left: area.left, top: area.top, right: area.left + area.width, bottom: area.top + area.height };
  throw new WebDriverError(
    "invalid argument",
    "Either an element or an area (left, top, width, height) must be given",
  );
}

/** The offset counts from the element's corner, or from the display's. */
async function pointOf(call: RouteCall, { origin, offset }: z.infer<typeof At>) {
  if (!origin && offset) return { x: offset.x, y: offset.y };
  const area = await areaOf(call, { origin });
  return offset ? { x: area.left + offset.x, y: area.top + offset.y } : middleOf(area);
}

const clicks =
  (times: number): RouteHandler =>
  async (call) => {
    const { x, y } = await pointOf(call, readBody(At, call.body));
    await call.session.phone.takes("gesture");
    for (let time = 0; time < times; time += 1) await call.session.phone.device.input.tap(x, y);
  };

const speedOf = (
  given: number | null | undefined,
  name: keyof typeof speeds,
  { session }: RouteCall,
): number => given ?? (speeds[name] * session.phone.device.display.densityDpi) / 160;

const scrolls =
  (name: "fling" | "scroll"): RouteHandler =>
  async (call) => {
    const { direction, percent, speed, ...where } = readBody(Over, call.body);
    const area = await areaOf(call, where);
    const way = { area, direction, percent: percent ?? 1, speed: speedOf(speed, name, call) };
    return scrollOver(call.session.phone, way, name === "fling");
  };

const pinches =
  (opens: boolean): RouteHandler =>
  async (call) => {
    const { percent, ...where } = readBody(Pinch, call.body);
    await pinchOver(call.session.phone, await areaOf(call, where), percent, opens);
  };

async function scrollToElement(call: RouteCall): Promise<void> {
  const { params, origin } = readBody(ScrollTo, call.body);
  const { phone, settings, elements } = call.session;
  const { maxSwipes } = params;
  const most = maxSwipes ?? 30;
  const id = origin?.[elementKey];
  const list = async () =>
    id === undefined
      ? (
          await findElements(
            { strategy: "-android uiautomator", selector: "new UiSelector().scrollable(true)" },
            { phone, settings, context: null },
          )
        )[0]?.node
      : elements.view(id, settings);
  for (const way of ["back", "on"] as const)
    for (let swipe = 0; swipe <= most; swipe += 1) {
      if ((await findElements(params, { phone, settings, context: null })).length > 0) return;
      const node = await list();
      if (!node) throw new WebDriverError("no such element", "There is no scrollable element");
      if (swipe === most || !(await swipeOnce(node, phone, way))) break;
    }
  throw new WebDriverError("no such element", `Scrolling did not bring '${params.selector}' on the screen`);
}

/** What `mobile: …Gesture` asks for. */
export const gestureRoutes: Routes = {
  "POST appium/gestures/click": clicks(1),
  "POST appium/gestures/double_click": clicks(2),
  "POST appium/gestures/long_click": async (call) => {
    const body = readBody(LongClick, call.body);
    const { x, y } = await pointOf(call, body);
    await call.session.phone.takes("gesture");
    await call.session.phone.device.input.draganddrop(x, y, x, y, body.duration ?? longPressMilliseconds);
  },
  "POST appium/gestures/drag": async (call) => {
    const { origin, start, end, speed } = readBody(Drag, call.body);
    const { x, y } = await pointOf(call, { origin, offset: start });
    const milliseconds = (Math.hypot(end.x - x, end.y - y) / speedOf(speed, "drag", call)) * 1_000;
    await call.session.phone.takes("gesture");
    await call.session.phone.device.input.draganddrop(
      x,
      y,
      end.x,
      end.y,
      Math.max(longPressMilliseconds, milliseconds),
    );
  },
  "POST appium/gestures/swipe": async (call) => {
    const { direction, percent, speed, ...where } = readBody(Over, call.body);
    const area = await areaOf(call, where);
    const way = { area, direction, percent: percent ?? 0, speed: speedOf(speed, "swipe", call) };
    await swipeOver(call.session.phone, way, true);
  },
  "POST appium/gestures/scroll": scrolls("scroll"),
  "POST appium/gestures/fling": scrolls("fling"),
  "POST appium/gestures/pinch_close": pinches(false),
  "POST appium/gestures/pinch_open": pinches(true),
  "POST appium/gestures/scroll_to": scrollToElement,
  "POST gestures/scroll_to": scrollToElement,
};
