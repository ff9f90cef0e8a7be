import * as z from "zod";
import { Coordinate } from "../../contracts/values/coordinate.ts";
import { defineBuiltIn } from "../action-definition.ts";
import { gestureMilliseconds } from "../durations.ts";
import { pathWords } from "../place-words.ts";
import { swipeBetween } from "../swipe-between.ts";

const usualMilliseconds = 300;
const parameters = z.strictObject({
  start: Coordinate,
  end: Coordinate,
  duration: gestureMilliseconds.optional().meta({ told: false }),
});

export const swipe = defineBuiltIn({
  name: "swipe",
  description: "Flick from start to end: dismisses, turns pages.",
  parameters,
  aliases: ["fling", "flick", "slide"],
  kind: "touch",
  facts: { changesScreen: false, repeatable: "never", presses: "nothing", anywhere: false, script: "do" },
  capability: "touch",
  device: parameters,
  // A swipe is meant for whatever lies there.
  aims: () => ({ at: "screen" }),
  inWords: (path) => pathWords("swipe", path),
  run: ({ start, end, duration }, context) =>
    swipeBetween(start, end, duration ?? usualMilliseconds, context),
});
