import { type ActionContext, type ActionReport, once } from "./action-definition.ts";
import { input } from "./input-commands.ts";

/** What an action does that presses one key. */
export const pressing =
  (code: number) =>
  async (_: object, { device }: ActionContext): Promise<ActionReport> => {
    await device.writeAll([input.keys(code)]);
    return once;
  };
