import * as z from "zod";
import { Coordinate } from "../../contracts/values/coordinate.ts";
import { defineBuiltIn, once } from "../action-definition.ts";
import { atOnePoint, hasTarget, needsTarget, target } from "../aimed.ts";
import { input } from "../input-commands.ts";

export const doubleTap = defineBuiltIn({
  name: "double_tap",
  description: "Tap twice.",
  parameters: z.strictObject(target).refine(hasTarget, needsTarget),
  aliases: ["double_click", "double_press"],
  kind: "touch",
  facts: {
    changesScreen: true,
    repeatable: "harmless",
    presses: "target",
    anywhere: false,
    script: "double_tap",
  },
  capability: "touch",
  device: z.strictObject({ coordinate: Coordinate }),
  resolve: atOnePoint,
  aims: ({ coordinate }) => ({ at: "points", points: [coordinate] }),
  inWords: (_, on) => `double tap ${on}`,
  async run({ coordinate }, { device, pixelOf }) {
    const { x, y } = pixelOf(coordinate);
    // In one shell: two connections could be further apart than the 300 ms that make a double tap.
    await device.writeAll([input.tap(x, y), input.tap(x, y)]);
    return once;
  },
});
