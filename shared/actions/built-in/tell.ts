import * as z from "zod";
import { RoleName } from "../../contracts/agent/role.ts";
import { BoardKey, BoardText } from "../../contracts/job/board-text.ts";
import { defineBuiltIn } from "../action-definition.ts";

export const tell = defineBuiltIn({
  name: "tell",
  description:
    "Write something on the blackboard that all roles of this task share: key names it, so that it can be waited for; to is one role, absent: all. Stands alone.",
  parameters: z.strictObject({ key: BoardKey, text: BoardText, to: RoleName.optional() }),
  aliases: ["send_to_role", "publish", "broadcast"],
  kind: "none",
  facts: { anywhere: false, script: "do" },
  idle: true,
  offered: false,
  inWords: ({ key, to = "all" }) => `tell ${to} ${JSON.stringify(key)}`,
});
