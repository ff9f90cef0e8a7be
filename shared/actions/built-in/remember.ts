import * as z from "zod";
import { SafeText } from "../../contracts/values/safe-text.ts";
import { defineBuiltIn } from "../action-definition.ts";

export const remember = defineBuiltIn({
  name: "remember",
  description: "Note what you read; old screens are gone.",
  parameters: z.strictObject({ note: SafeText.min(1).max(500) }),
  aliases: ["note", "take_note", "memorize", "add_note", "save_note"],
  kind: "none",
  facts: { anywhere: true, script: "remember" },
  idle: true,
  inWords: ({ note }) => `remember ${JSON.stringify(note)}`,
});
