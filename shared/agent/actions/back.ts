import * as z from "zod";
import { defineAction } from "./action-definition.ts";
import { keyCode } from "./input-commands.ts";
import { pressing } from "./pressing.ts";

const parameters = z.strictObject({});

export const back = defineAction({
  name: "back",
  description: "Leave a screen, dialog or keyboard.",
  parameters,
  aliases: ["go_back", "press_back", "navigate_back"],
  kind: "navigation",
  capability: "keys",
  device: parameters,
  aims: () => ({ at: "screen" }),
  run: pressing(keyCode.back),
});
