import { type ActionContext, type ActionReport, once } from "./action-definition.ts";
import { input, keyCode } from "./input-commands.ts";

const submitting: readonly number[] = [keyCode.enter, keyCode.search, keyCode.dpad_center];

/** What an action does that presses one key. */
export const pressing =
  (code: number) =>
  async (_: object, { device, checkEnter }: ActionContext): Promise<ActionReport> => {
    if (submitting.includes(code)) await checkEnter?.();
    await device.writeAll([input.keys(code)]);
    return once;
  };
