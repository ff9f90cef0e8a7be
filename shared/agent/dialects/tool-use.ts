import type { ContentBlockParam, Message, ToolUseBlock } from "@anthropic-ai/sdk/resources/messages";
import { DroverError } from "../../errors/drover-error.ts";
import { parseAction } from "../parse-action.ts";
import { agentToolChoice, agentTools } from "../tool-schema.ts";
import { checkStopReason, replyText } from "./check-stop-reason.ts";
import type { Dialect } from "./reply-dialect.ts";

const toolUses = (reply: Message): ToolUseBlock[] =>
  reply.content.filter((block) => block.type === "tool_use");

/** What it thought to itself, as far as the service tells. */
const thoughts = (reply: Message): string =>
  reply.content.flatMap((block) => (block.type === "thinking" ? [block.thinking] : [])).join("\n");

function inputOf(call: ToolUseBlock): { thinking: string; parameters: Record<string, unknown> } {
  const input = typeof call.input === "object" && call.input !== null ? call.input : {};
  const { thinking, ...parameters } = input as Record<string, unknown>;
  return { thinking: typeof thinking === "string" ? thinking : "", parameters };
}

/** Anthropic's tool use: one tool per action, exactly one call a turn. */
export const toolUse: Dialect = {
  request: {
    instructions: `Answer every time with exactly one tool call: text alone does nothing on the device. In thinking say first whether the last action worked, what is left to do and why this action, in at most three sentences.`,
    tools: agentTools,
    toolChoice: agentToolChoice,
  },

  read(reply) {
    checkStopReason(reply);
    const [call, ...others] = toolUses(reply);
    if (call === undefined || others.length > 0) {
      throw new DroverError(
        "ValidationError",
        `The reply must be exactly one tool call, but has ${call === undefined ? "none" : others.length + 1}.`,
        { details: { field: "content", value: replyText(reply).slice(0, 500).toWellFormed() } },
      );
    }
    const { thinking, parameters } = inputOf(call);
    const action = parseAction({ ...parameters, action: call.name });
    const said = [thoughts(reply), replyText(reply), thinking];
    return { thinking: said.filter((part) => part !== "").join("\n"), action };
  },

  repair(reply, problem) {
    const calls = toolUses(reply);
    // The API wants a result for each tool call, and refuses an empty assistant turn.
    const results: ContentBlockParam[] = calls.map((call) => ({
      type: "tool_result",
      tool_use_id: call.id,
      is_error: true,
      content: problem,
    }));
    const answer: ContentBlockParam[] = results.length > 0 ? results : [{ type: "text", text: problem }];
    const said = reply.content.filter((block) => block.type !== "text" || block.text.trim() !== "");
    return [
      { role: "assistant", content: said.length > 0 ? said : [{ type: "text", text: "(empty reply)" }] },
      { role: "user", content: answer },
    ];
  },
};
