import type { Coordinate } from "#shared/contracts/coordinate.ts";
import { toPixel } from "#shared/domain/coordinates.ts";
import { input } from "../adb/android-commands.ts";
import { type ActionContext, defineAction, once } from "./action-definition.ts";

/** Android's long-press timeout is 400 ms; slower devices need more. */
const longPressMilliseconds = 800;
const swipeMilliseconds = 300;
/** Android picks an item up after its long-press timeout: `draganddrop` holds that long by itself. */
const dragMilliseconds = 1_000;
const connectionMilliseconds = 10_000;

export const tap = defineAction({
  action: "tap",
  async run({ coordinate }, { device, screen }) {
    const { x, y } = toPixel(coordinate, screen);
    await device.writeAll([input.tap(x, y)]);
    return once;
  },
});

export const doubleTap = defineAction({
  action: "double_tap",
  async run({ coordinate }, { device, screen }) {
    const { x, y } = toPixel(coordinate, screen);
    // In one shell: two connections could be further apart than the 300 ms that make a double tap.
    await device.writeAll([input.tap(x, y), input.tap(x, y)]);
    return once;
  },
});

export const longPress = defineAction({
  action: "long_press",
  run: ({ coordinate, duration }, context) =>
    swipeBetween(coordinate, coordinate, duration ?? longPressMilliseconds, context),
});

export const swipe = defineAction({
  action: "swipe",
  run: ({ start, end, duration }, context) =>
    swipeBetween(start, end, duration ?? swipeMilliseconds, context),
});

export const drag = defineAction({
  action: "drag",
  async run({ start, end, duration }, { device, screen }) {
    const from = toPixel(start, screen);
    const to = toPixel(end, screen);
    const milliseconds = duration ?? dragMilliseconds;
    const command = input.drag(from.x, from.y, to.x, to.y, milliseconds);
    await device.writeAll([command], milliseconds + connectionMilliseconds);
    return once;
  },
});

/** Half a screen: enough to see something new, little enough that nothing is jumped over. */
const reach = 0.25;
const middle: Coordinate = [0.5, 0.5];
const clamp = (value: number): number => Math.min(Math.max(value, 0.05), 0.95);

export const scroll = defineAction({
  action: "scroll",
  run({ direction, coordinate }, context) {
    const [x, y] = coordinate ?? middle;
    const horizontal = direction === "left" || direction === "right";
    // To see what is further down, the finger moves up.
    const sign = direction === "down" || direction === "right" ? 1 : -1;
    const dx = horizontal ? sign * reach : 0;
    const dy = horizontal ? 0 : sign * reach;
    return swipeBetween([clamp(x + dx), clamp(y + dy)], [clamp(x - dx), clamp(y - dy)], 500, context);
  },
});

async function swipeBetween(
  start: Coordinate,
  end: Coordinate,
  milliseconds: number,
  { device, screen }: ActionContext,
) {
  const from = toPixel(start, screen);
  const to = toPixel(end, screen);
  const command = input.swipe(from.x, from.y, to.x, to.y, milliseconds);
  await device.writeAll([command], milliseconds + connectionMilliseconds);
  return once;
}
