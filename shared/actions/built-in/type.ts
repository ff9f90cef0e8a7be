import * as z from "zod";
import { Coordinate } from "../../contracts/values/coordinate.ts";
import { SafeText } from "../../contracts/values/safe-text.ts";
import { defineBuiltIn } from "../action-definition.ts";
import { atPoint, target } from "../aimed.ts";
import { typeText } from "./type-text.ts";

const typing = {
  text: SafeText.min(1).max(4_000),
  clear: z.boolean().optional(),
  submit: z.boolean().optional(),
};

export const type = defineBuiltIn({
  name: "type",
  description: "Taps its element, types. clear empties it first; submit presses enter.",
  parameters: z.strictObject({ ...typing, ...target }),
  aliases: ["input_text", "type_text", "enter_text", "input", "write", "set_text", "send_keys", "fill"],
  kind: "text",
  facts: { changesScreen: false, repeatable: "never", presses: "nothing", anywhere: false, script: "type" },
  capability: "text",
  device: z.strictObject({ ...typing, coordinate: Coordinate.optional() }),
  resolve: atPoint,
  aims: ({ coordinate }) =>
    coordinate === undefined ? { at: "focus" } : { at: "points", points: [coordinate] },
  inWords: ({ text }, target) => `type ${JSON.stringify(text)}${target === "" ? "" : ` into ${target}`}`,
  run: typeText,
});
