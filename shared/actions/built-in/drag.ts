import * as z from "zod";
import { Coordinate } from "../../contracts/values/coordinate.ts";
import { defineBuiltIn, once } from "../action-definition.ts";
import { gestureDeadline, gestureMilliseconds } from "../durations.ts";
import { input } from "../input-commands.ts";
import { pathWords } from "../place-words.ts";

/** Android picks an item up after its long-press timeout: `draganddrop` holds that long by itself. */
const usualMilliseconds = 1_000;
const parameters = z.strictObject({
  start: Coordinate,
  end: Coordinate,
  duration: gestureMilliseconds.optional().meta({ told: false }),
});

export const drag = defineBuiltIn({
  name: "drag",
  description: "Hold at start, move to end: sliders, moving.",
  parameters,
  aliases: ["drag_and_drop", "draganddrop", "left_click_drag", "move"],
  kind: "touch",
  // Not even its success may be seen in the elements.
  facts: { changesScreen: false, repeatable: "never", presses: "target", anywhere: false, script: "do" },
  capability: "touch",
  device: parameters,
  aims: ({ start }) => ({ at: "points", points: [start] }),
  inWords: (path) => pathWords("drag", path),
  async run({ start, end, duration }, { device, pixelOf }) {
    const from = pixelOf(start);
    const to = pixelOf(end);
    const milliseconds = duration ?? usualMilliseconds;
    const command = input.drag(from.x, from.y, to.x, to.y, milliseconds);
    await device.writeAll([command], gestureDeadline(milliseconds));
    return once;
  },
});
