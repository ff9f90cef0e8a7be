import * as z from "zod";
import { middleOf, type Rect } from "../../graphics/geometry.ts";
import { withDescendants } from "./match-ui-selector.ts";
import type { ServerPhone } from "./server-phone.ts";
import { WebDriverError } from "./web-driver-error.ts";

export const Point = z.looseObject({ x: z.number(), y: z.number() });
export const Area = z.looseObject({
  left: z.number(),
  top: z.number(),
  width: z.number().positive(),
  height: z.number().positive(),
});
export const Direction = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(["up", "down", "left", "right"]));
export type Direction = z.infer<typeof Direction>;

export interface Way {
  readonly area: Rect;
  readonly direction: Direction;
  /** Of the area, over 0 and up to 1. */
  readonly percent: number;
  /** Pixels a second. */
  readonly speed: number;
}

/** The finger's way for a swipe: within the area, so much of it, in its middle. */
export function swipePoints({ area, direction, percent }: Way) {
  const { x, y } = middleOf(area);
  const half = percent / 2;
  const [across, down] = [(area.right - area.left) * half, (area.bottom - area.top) * half];
  const inside = { left: x - across, right: x + across, up: y - down, down: y + down };
  switch (direction) {
    case "up":
      return [x, inside.down, x, inside.up] as const;
    case "down":
      return [x, inside.up, x, inside.down] as const;
    case "left":
      return [inside.right, y, inside.left, y] as const;
    case "right":
      return [inside.left, y, inside.right, y] as const;
  }
}

const opposite: Readonly<Record<Direction, Direction>> = {
  up: "down",
  down: "up",
  left: "right",
  right: "left",
};

export async function swipeOver(phone: ServerPhone, way: Way, fling: boolean): Promise<void> {
  if (way.percent <= 0 || way.percent > 1)
    throw new WebDriverError("invalid argument", "percent must be over 0 and at most 1");
  const [x1, y1, x2, y2] = swipePoints(way);
  const milliseconds = (Math.hypot(x2 - x1, y2 - y1) / Math.max(1, way.speed)) * 1_000;
  const { input } = phone.device;
  await phone.takes("gesture");
  await (fling ? input.swipe(x1, y1, x2, y2, milliseconds) : input.draganddrop(x1, y1, x2, y2, milliseconds));
}

/** Scrolls by the opposite swipe; whether the list under the area can go further that way. */
export async function scrollOver(phone: ServerPhone, way: Way, fling: boolean): Promise<boolean> {
  await swipeOver(phone, { ...way, direction: opposite[way.direction] }, fling);
  const { x, y } = middleOf(way.area);
  const list = phone.automation
    .windows()
    .slice(0, 1)
    .flatMap(withDescendants)
    .findLast(
      ({ bounds, scrollable }) =>
        scrollable && x >= bounds.left && x < bounds.right && y >= bounds.top && y < bounds.bottom,
    );
  const scroll = list?.view.scroll ?? null;
  if (scroll === null) return false;
  if (way.direction === "down") return scroll.offset < scroll.max;
  return way.direction === "up" && scroll.offset > 0;
}

/** Two fingers from or to the middle of an area, along its diagonal. */
export async function pinchOver(
  phone: ServerPhone,
  area: Rect,
  percent: number,
  opens: boolean,
): Promise<void> {
  const { x, y } = middleOf(area);
  const reach = { x: ((area.right - area.left) / 2) * percent, y: ((area.bottom - area.top) / 2) * percent };
  const near = 0.05;
  const finger = (sign: 1 | -1) => {
    const inner = { x: x + sign * reach.x * near, y: y - sign * reach.y * near };
    const outer = { x: x + sign * reach.x, y: y - sign * reach.y };
    return opens ? { start: inner, end: outer } : { start: outer, end: inner };
  };
  await phone.takes("gesture");
  await phone.device.input.pinch([finger(1), finger(-1)]);
}
