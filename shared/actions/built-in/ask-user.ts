import * as z from "zod";
import { SafeText } from "../../contracts/values/safe-text.ts";
import { defineBuiltIn } from "../action-definition.ts";

export const askUser = defineBuiltIn({
  name: "ask_user",
  description:
    "Ask the person behind the task what only they can know; the answer comes with your next turn. Stands alone.",
  parameters: z.strictObject({ question: SafeText.min(1).max(2_000) }),
  aliases: ["ask", "call_user", "interact", "ask_human"],
  kind: "talk",
  facts: { anywhere: false, script: "do" },
  idle: true,
  offered: false,
  inWords: ({ question }) => `ask: ${question}`,
});
