import type { ModelReply, ReplyPart, ToolCallPart } from "../models/model-provider.ts";

/** What a reply says beside its tool calls. */
export const replyText = ({ parts }: ModelReply): string =>
  parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");

/** What the model reasoned before it answered, as far as the service tells. */
export const replyThoughts = ({ parts }: ModelReply): string =>
  parts.flatMap((part) => (part.type === "thinking" ? [part.text] : [])).join("\n");

const closing = "</think>";

/** A service without a parser for it leaves the reasoning at the beginning of the text; some templates write its opening tag themselves. */
export function withReasoningApart(reply: ModelReply): ModelReply {
  const at = reply.parts.findIndex((part) => part.type === "text");
  const part = reply.parts[at];
  const end = part?.type === "text" ? part.text.indexOf(closing) : -1;
  if (part?.type !== "text" || end < 0) return reply;
  const reasoned = part.text
    .slice(0, end)
    .replace(/^\s*<think>/, "")
    .trim();
  const text = part.text.slice(end + closing.length).trim();
  const parts: ReplyPart[] = [
    { type: "thinking", text: reasoned, opaque: null },
    ...(text === "" ? [] : [{ ...part, text }]),
  ];
  return { ...reply, parts: reply.parts.toSpliced(at, 1, ...parts) };
}

export const toolCallsOf = ({ parts }: ModelReply): readonly ToolCallPart[] =>
  parts.filter((part) => part.type === "toolCall");
