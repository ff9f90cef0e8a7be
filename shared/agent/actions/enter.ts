import * as z from "zod";
import { defineAction } from "./action-definition.ts";
import { keyCode } from "./input-commands.ts";
import { pressing } from "./pressing.ts";

const parameters = z.strictObject({});

export const enter = defineAction({
  name: "enter",
  description: "Press enter.",
  parameters,
  aliases: ["press_enter", "return", "confirm"],
  kind: "keys",
  capability: "keys",
  device: parameters,
  aims: () => ({ at: "focus" }),
  run: pressing(keyCode.enter),
});
