import * as z from "zod";
import { defineAction } from "./action-definition.ts";
import { keyCode } from "./input-commands.ts";
import { pressing } from "./pressing.ts";

const parameters = z.strictObject({});

export const home = defineAction({
  name: "home",
  description: "Home screen.",
  parameters,
  aliases: ["go_home", "press_home", "navigate_home"],
  kind: "navigation",
  capability: "keys",
  device: parameters,
  aims: () => ({ at: "anywhere" }),
  run: pressing(keyCode.home),
});
