import * as z from "zod";
import { JsonValue } from "../../contracts/values/json-value.ts";
import { SafeText } from "../../contracts/values/safe-text.ts";
import { defineBuiltIn } from "../action-definition.ts";

export const mcpCall = defineBuiltIn({
  name: "mcp_call",
  description:
    "Call one of the <tools>: tool is its name, arguments are what stands in its brackets; the result comes with your next turn. Stands alone.",
  parameters: z.strictObject({
    tool: SafeText.min(1).max(200),
    arguments: z.record(z.string().max(200), JsonValue).default({}),
  }),
  aliases: ["call_tool", "use_tool", "tool"],
  kind: "talk",
  facts: { anywhere: false, script: "do" },
  idle: true,
  offered: false,
  inWords: ({ tool }) => `call ${tool}`,
});
