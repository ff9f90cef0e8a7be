import * as z from "zod";
import { defineAction } from "./action-definition.ts";
import { keyCode } from "./input-commands.ts";
import { pressing } from "./pressing.ts";

const parameters = z.strictObject({});

export const power = defineAction({
  name: "power",
  description: "Press power.",
  parameters,
  aliases: ["power_button", "lock_screen", "lock"],
  kind: "keys",
  capability: "keys",
  device: parameters,
  aims: () => ({ at: "anywhere" }),
  run: pressing(keyCode.power),
});
