import * as z from "zod";
import { Coordinate } from "../../contracts/values/coordinate.ts";
import { defineBuiltIn, once } from "../action-definition.ts";
import { atOnePoint, hasTarget, needsTarget, target } from "../aimed.ts";
import { input } from "../input-commands.ts";

export const tap = defineBuiltIn({
  name: "tap",
  description: "Tap element or coordinate.",
  parameters: z.strictObject(target).refine(hasTarget, needsTarget),
  aliases: ["click", "press", "touch", "left_click", "tap_element", "click_element", "select"],
  kind: "touch",
  facts: { changesScreen: true, repeatable: "harmless", presses: "target", anywhere: false, script: "tap" },
  capability: "touch",
  device: z.strictObject({ coordinate: Coordinate }),
  resolve: atOnePoint,
  aims: ({ coordinate }) => ({ at: "points", points: [coordinate] }),
  inWords: (_, on) => `tap ${on}`,
  async run({ coordinate }, { device, pixelOf }) {
    const { x, y } = pixelOf(coordinate);
    await device.writeAll([input.tap(x, y)]);
    return once;
  },
});
