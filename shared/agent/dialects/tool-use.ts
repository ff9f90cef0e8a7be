import { DroverError } from "../../errors/drover-error.ts";
import type { ActionCatalogue } from "../actions/action-catalogue.ts";
import { parseAction, parseActionJson } from "../parse-action.ts";
import type { ModelPart, ToolCallPart } from "../providers/model-provider.ts";
import { replyText, replyThoughts, toolCallsOf } from "../providers/reply-parts.ts";
import { agentToolChoice, agentTools } from "../tool-schema.ts";
import { checkStopReason } from "./check-stop-reason.ts";
import type { Dialect } from "./reply-dialect.ts";

function inputOf(
  call: ToolCallPart,
  catalogue: ActionCatalogue,
): { thinking: string; parameters: Record<string, unknown> } {
  // Only some services check that a call's input is an object before they answer.
  if (typeof call.input === "string") parseActionJson(call.input, catalogue);
  const input = typeof call.input === "object" && call.input !== null ? call.input : {};
  const { thinking, ...parameters } = input as Record<string, unknown>;
  return { thinking: typeof thinking === "string" ? thinking : "", parameters };
}

/** Native tool use: one tool per action, exactly one call a turn. */
export const toolUse: Dialect = {
  request: (catalogue) => ({
    instructions: `Answer every time with exactly one tool call: text alone does nothing on the device. In thinking say first whether the last action worked, what is left to do and why this action, in at most three sentences.`,
    tools: agentTools(catalogue),
    ...agentToolChoice,
  }),

  read(reply, catalogue) {
    checkStopReason(reply);
    const [call, ...others] = toolCallsOf(reply);
    if (call === undefined || others.length > 0) {
      throw new DroverError(
        "ValidationError",
        `The reply must be exactly one tool call, but has ${call === undefined ? "none" : others.length + 1}.`,
        { details: { field: "content", value: replyText(reply).slice(0, 500).toWellFormed() } },
      );
    }
    const { thinking, parameters } = inputOf(call, catalogue);
    const action = parseAction({ ...parameters, action: call.name }, catalogue);
    const said = [replyThoughts(reply), replyText(reply), thinking];
    return { thinking: said.filter((part) => part !== "").join("\n"), action };
  },

  repair(reply, problem) {
    const calls = toolCallsOf(reply);
    // The services want a result for each tool call, and refuse an empty assistant turn.
    const results: ModelPart[] = calls.map(({ id: callId }) => ({
      type: "toolResult",
      callId,
      isError: true,
      text: problem,
    }));
    const answer: ModelPart[] = results.length > 0 ? results : [{ type: "text", text: problem }];
    const said = reply.parts.filter((part) => part.type !== "text" || part.text.trim() !== "");
    return [
      { role: "assistant", parts: said.length > 0 ? said : [{ type: "text", text: "(empty reply)" }] },
      { role: "user", parts: answer },
    ];
  },
};
