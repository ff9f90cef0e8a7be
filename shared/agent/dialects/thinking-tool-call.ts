import { DroverError } from "../../errors/drover-error.ts";
import { actionReferences } from "../action-reference.ts";
import type { ActionCatalogue } from "../actions/action-catalogue.ts";
import { parseActionJson } from "../parse-action.ts";
import { replyText } from "../providers/reply-parts.ts";
import { checkStopReason } from "./check-stop-reason.ts";
import type { Dialect } from "./reply-dialect.ts";

function references(catalogue: ActionCatalogue): string {
  const told = actionReferences(catalogue).map(({ name, description, properties, required }) => {
    const parameters = Object.entries(properties).map(
      ([field, schema]) =>
        `    "${field}"${required.includes(field) ? "" : " (optional)"}: ${JSON.stringify(schema)}`,
    );
    return [`- "${name}": ${description}`, ...parameters].join("\n");
  });
  return told.join("\n");
}

const instructions = (
  catalogue: ActionCatalogue,
): string => `Answer in exactly this form and nothing after it:
<thinking>what the screen shows, what is left to do, why this action</thinking>
<tool_call>{"action": "tap", "element": 3}</tool_call>

Actions and their parameters:
${references(catalogue)}`;

/** Models like to fence JSON; the fence is no part of it. */
const withoutFence = (text: string): string => text.trim().replace(/^```(?:json)?\s*|\s*```$/g, "");

/** `<thinking>…</thinking><tool_call>{…}</tool_call>` in plain text (docs/spec.md I3.1). */
export const thinkingToolCall: Dialect = {
  request: (catalogue) => ({ instructions: instructions(catalogue) }),

  read(reply, catalogue) {
    checkStopReason(reply);
    const text = replyText(reply);
    const thinking = /<thinking>([\s\S]*?)<\/thinking>/.exec(text)?.[1]?.trim() ?? "";
    const call = /<tool_call>([\s\S]*?)<\/tool_call>/.exec(
      text.replace(/<thinking>[\s\S]*?<\/thinking>/, ""),
    )?.[1];
    if (call === undefined) {
      throw new DroverError("ValidationError", "The reply has no <tool_call>…</tool_call>.", {
        details: { field: "tool_call", value: text.slice(0, 500).toWellFormed() },
      });
    }
    return { thinking, action: parseActionJson(withoutFence(call), catalogue) };
  },

  repair(reply, problem) {
    return [
      { role: "assistant", parts: [{ type: "text", text: replyText(reply).trim() || "(empty reply)" }] },
      { role: "user", parts: [{ type: "text", text: problem }] },
    ];
  },
};
