import type { AdbDevice } from "../adb/adb-device.ts";
import { input, keyCode } from "../adb/android-commands.ts";
import { defineAction, once } from "./action-definition.ts";

const press =
  (code: number) =>
  async (_: unknown, { device }: { device: AdbDevice }) => {
    await device.writeAll([input.keys(code)]);
    return once;
  };

export const key = defineAction({
  action: "key",
  run: ({ key: name }, context) => press(keyCode[name])(null, context),
});
export const back = defineAction({ action: "back", run: press(keyCode.back) });
export const home = defineAction({ action: "home", run: press(keyCode.home) });
export const recent = defineAction({ action: "recent", run: press(keyCode.app_switch) });

export const wait = defineAction({
  action: "wait",
  async run({ duration }, { clock, signal }) {
    await clock.wait(duration, signal);
    return once;
  },
});
