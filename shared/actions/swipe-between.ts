import type { Coordinate } from "../contracts/values/coordinate.ts";
import { type ActionContext, type ActionReport, once } from "./action-definition.ts";
import { gestureDeadline } from "./durations.ts";
import { input } from "./input-commands.ts";

/** One finger from start to end; both the same is a finger that stays. */
export async function swipeBetween(
  start: Coordinate,
  end: Coordinate,
  milliseconds: number,
  { device, pixelOf }: ActionContext,
): Promise<ActionReport> {
  const from = pixelOf(start);
  const to = pixelOf(end);
  const command = input.swipe(from.x, from.y, to.x, to.y, milliseconds);
  await device.writeAll([command], gestureDeadline(milliseconds));
  return once;
}
