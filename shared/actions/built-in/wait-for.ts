import * as z from "zod";
import { BoardKey } from "../../contracts/job/board-text.ts";
import { defineBuiltIn } from "../action-definition.ts";

export const waitFor = defineBuiltIn({
  name: "wait_for",
  description:
    "Wait until another role has told what stands under key on the blackboard, for so many seconds at most; the text comes with your next turn. Stands alone.",
  parameters: z.strictObject({ key: BoardKey, seconds: z.int().min(5).max(1_800).default(300) }),
  aliases: ["await", "wait_for_role", "receive"],
  kind: "none",
  facts: { anywhere: false, script: "do" },
  idle: true,
  offered: false,
  inWords: ({ key }) => `wait for ${JSON.stringify(key)}`,
});
