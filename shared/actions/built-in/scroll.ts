import * as z from "zod";
import { Coordinate } from "../../contracts/values/coordinate.ts";
import { defineBuiltIn } from "../action-definition.ts";
import { atPoint, target } from "../aimed.ts";
import { swipeBetween } from "../swipe-between.ts";

/** Half a screen: enough to see something new, little enough that nothing is jumped over. */
const reach = 0.25;
const scrollMilliseconds = 500;
const middle: Coordinate = [0.5, 0.5];
const clamp = (value: number): number => Math.min(Math.max(value, 0.05), 0.95);
/** Names the direction in which content is revealed: `down` shows what is further down. */
const direction = z.enum(["up", "down", "left", "right"]);

export const scroll = defineBuiltIn({
  name: "scroll",
  description: "Down shows what is below; element: which list.",
  parameters: z.strictObject({ direction, ...target }),
  aliases: ["scroll_down", "scroll_up", "scroll_left", "scroll_right", "page_down", "page_up"],
  kind: "touch",
  facts: { changesScreen: false, repeatable: "never", presses: "nothing", anywhere: false, script: "scroll" },
  capability: "touch",
  device: z.strictObject({ direction, coordinate: Coordinate.optional() }),
  resolve: atPoint,
  aims: () => ({ at: "screen" }),
  inWords: ({ direction: towards }, on) => `scroll ${towards}${on === "" ? "" : ` in ${on}`}`,
  run({ direction: towards, coordinate }, context) {
    const [x, y] = coordinate ?? middle;
    const horizontal = towards === "left" || towards === "right";
    // To see what is further down, the finger moves up.
    const sign = towards === "down" || towards === "right" ? 1 : -1;
    const dx = horizontal ? sign * reach : 0;
    const dy = horizontal ? 0 : sign * reach;
    const from: Coordinate = [clamp(x + dx), clamp(y + dy)];
    const to: Coordinate = [clamp(x - dx), clamp(y - dy)];
    return swipeBetween(from, to, scrollMilliseconds, context);
  },
});
