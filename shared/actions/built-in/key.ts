import * as z from "zod";
import { defineBuiltIn } from "../action-definition.ts";
import { keyCode } from "../input-commands.ts";
import { pressing } from "./press-actions.ts";

const parameters = z.strictObject({
  key: z.enum([
    "enter",
    "delete",
    "tab",
    "escape",
    "search",
    "dpad_up",
    "dpad_down",
    "dpad_left",
    "dpad_right",
    "dpad_center",
    "volume_up",
    "volume_down",
    "page_up",
    "page_down",
    "move_home",
    "move_end",
    "power",
    "wake",
  ]),
});

export const key = defineBuiltIn({
  name: "key",
  description: "Press a key.",
  parameters,
  aliases: ["press_key", "keyevent", "key_event", "hotkey", "system_button"],
  kind: "keys",
  facts: { changesScreen: false, repeatable: "never", presses: "nothing", anywhere: false, script: "do" },
  capability: "keys",
  device: parameters,
  aims: () => ({ at: "screen" }),
  inWords: ({ key: name }) => `press ${name}`,
  run: ({ key: name }, context) => pressing(keyCode[name])({}, context),
});
