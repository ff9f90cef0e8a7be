import * as z from "zod";
import { defineAction } from "./action-definition.ts";
import { keyCode } from "./input-commands.ts";
import { pressing } from "./pressing.ts";

const parameters = z.strictObject({});

export const recent = defineAction({
  name: "recent",
  description: "Recent apps.",
  parameters,
  aliases: ["recents", "recent_apps", "app_switch", "overview"],
  kind: "navigation",
  capability: "keys",
  device: parameters,
  aims: () => ({ at: "anywhere" }),
  run: pressing(keyCode.app_switch),
});
