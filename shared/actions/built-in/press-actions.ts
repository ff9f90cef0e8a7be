import * as z from "zod";
import { type ActionContext, type ActionReport, defineBuiltIn, once } from "../action-definition.ts";
import { input, keyCode } from "../input-commands.ts";

const submitting: readonly number[] = [keyCode.enter, keyCode.search, keyCode.dpad_center];

/** What an action does that presses one key. */
export const pressing =
  (code: number) =>
  async (_: object, { device, checkEnter }: ActionContext): Promise<ActionReport> => {
    if (submitting.includes(code)) await checkEnter?.();
    await device.writeAll([input.keys(code)]);
    return once;
  };

const nothing = z.strictObject({});
const oneKey = { parameters: nothing, device: nothing, capability: "keys" } as const;

export const back = defineBuiltIn({
  name: "back",
  description: "Leave a screen, dialog or keyboard.",
  aliases: ["go_back", "press_back", "navigate_back"],
  kind: "navigation",
  facts: { changesScreen: true, repeatable: "never", presses: "nothing", anywhere: false, script: "press" },
  ...oneKey,
  aims: () => ({ at: "screen" }),
  inWords: () => "back",
  run: pressing(keyCode.back),
});

export const home = defineBuiltIn({
  name: "home",
  description: "Home screen.",
  aliases: ["go_home", "press_home", "navigate_home"],
  kind: "navigation",
  facts: { changesScreen: true, repeatable: "never", presses: "nothing", anywhere: true, script: "press" },
  ...oneKey,
  aims: () => ({ at: "anywhere" }),
  inWords: () => "home",
  run: pressing(keyCode.home),
});

export const recent = defineBuiltIn({
  name: "recent",
  description: "Recent apps.",
  aliases: ["recents", "recent_apps", "app_switch", "overview"],
  kind: "navigation",
  facts: { changesScreen: true, repeatable: "never", presses: "nothing", anywhere: true, script: "press" },
  ...oneKey,
  aims: () => ({ at: "anywhere" }),
  inWords: () => "recent apps",
  run: pressing(keyCode.app_switch),
});

export const enter = defineBuiltIn({
  name: "enter",
  description: "Press enter.",
  aliases: ["press_enter", "return", "confirm"],
  kind: "keys",
  facts: { changesScreen: false, repeatable: "never", presses: "enter", anywhere: false, script: "press" },
  ...oneKey,
  aims: () => ({ at: "focus" }),
  inWords: () => "enter",
  run: pressing(keyCode.enter),
});

export const power = defineBuiltIn({
  name: "power",
  description: "Press power.",
  aliases: ["power_button", "lock_screen", "lock"],
  kind: "keys",
  facts: { changesScreen: false, repeatable: "never", presses: "nothing", anywhere: true, script: "do" },
  ...oneKey,
  aims: () => ({ at: "anywhere" }),
  inWords: () => "power",
  run: pressing(keyCode.power),
});
