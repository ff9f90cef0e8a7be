import type { Tool, ToolChoice } from "@anthropic-ai/sdk/resources/messages";
import { actionReferences, thinkingDescription } from "./action-reference.ts";

/**
 * One tool per action rather than one `act` tool with a union: the API takes no `oneOf` at the top of an input schema, and
 * models keep to required parameters best when each tool has its own. A forced tool call carries no text before it, so what
 * the model thinks is each tool's first parameter.
 */
export const agentTools: readonly Tool[] = actionReferences.map((reference) => ({
  name: reference.name,
  description: reference.description,
  input_schema: {
    type: "object",
    properties: { thinking: { type: "string", description: thinkingDescription }, ...reference.properties },
    required: ["thinking", ...reference.required],
    additionalProperties: false,
  },
}));

/** Exactly one action a turn. */
export const agentToolChoice: ToolChoice = { type: "any", disable_parallel_tool_use: true };
