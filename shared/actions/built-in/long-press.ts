import * as z from "zod";
import { Coordinate } from "../../contracts/values/coordinate.ts";
import { defineBuiltIn } from "../action-definition.ts";
import { atOnePoint, hasTarget, needsTarget, target } from "../aimed.ts";
import { gestureMilliseconds } from "../durations.ts";
import { swipeBetween } from "../swipe-between.ts";

/** Android's long-press timeout is 400 ms; slower devices need more. */
const usualMilliseconds = 1_000;
const duration = gestureMilliseconds.default(usualMilliseconds);

export const longPress = defineBuiltIn({
  name: "long_press",
  description: "Press and hold.",
  parameters: z
    .strictObject({ ...target, duration: gestureMilliseconds.optional().meta({ told: false }) })
    .refine(hasTarget, needsTarget),
  aliases: ["long_click", "long_tap", "press_and_hold", "hold", "longpress"],
  kind: "touch",
  facts: {
    changesScreen: true,
    repeatable: "harmless",
    presses: "target",
    anywhere: false,
    script: "long_press",
  },
  capability: "touch",
  device: z.strictObject({ coordinate: Coordinate, duration }),
  resolve(parameters, context) {
    const { parameters: told, ...rest } = atOnePoint(parameters, context);
    return { ...rest, parameters: { ...told, duration: told.duration ?? usualMilliseconds } };
  },
  aims: ({ coordinate }) => ({ at: "points", points: [coordinate] }),
  inWords: ({ duration: held }, on) =>
    `long press ${on}${held === undefined ? "" : ` for ${held / 1_000} s`}`,
  run: ({ coordinate, duration: milliseconds }, context) =>
    swipeBetween(coordinate, coordinate, milliseconds, context),
});
