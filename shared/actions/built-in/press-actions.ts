import * as z from "zod";
import { type ActionContext, type ActionReport, defineAction, once } from "../action-definition.ts";
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

export const back = defineAction({
  name: "back",
  description: "Leave a screen, dialog or keyboard.",
  aliases: ["go_back", "press_back", "navigate_back"],
  kind: "navigation",
  ...oneKey,
  aims: () => ({ at: "screen" }),
  run: pressing(keyCode.back),
});

export const home = defineAction({
  name: "home",
  description: "Home screen.",
  aliases: ["go_home", "press_home", "navigate_home"],
  kind: "navigation",
  ...oneKey,
  aims: () => ({ at: "anywhere" }),
  run: pressing(keyCode.home),
});

export const recent = defineAction({
  name: "recent",
  description: "Recent apps.",
  aliases: ["recents", "recent_apps", "app_switch", "overview"],
  kind: "navigation",
  ...oneKey,
  aims: () => ({ at: "anywhere" }),
  run: pressing(keyCode.app_switch),
});

export const enter = defineAction({
  name: "enter",
  description: "Press enter.",
  aliases: ["press_enter", "return", "confirm"],
  kind: "keys",
  ...oneKey,
  aims: () => ({ at: "focus" }),
  run: pressing(keyCode.enter),
});

export const power = defineAction({
  name: "power",
  description: "Press power.",
  aliases: ["power_button", "lock_screen", "lock"],
  kind: "keys",
  ...oneKey,
  aims: () => ({ at: "anywhere" }),
  run: pressing(keyCode.power),
});
