import type { ModelReply, ToolCallPart } from "../models/model-provider.ts";

/** What a reply says beside its tool calls. */
export const replyText = ({ parts }: ModelReply): string =>
  parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");

/** What the model thought to itself, as far as the service tells. */
export const replyThoughts = ({ parts }: ModelReply): string =>
  parts.flatMap((part) => (part.type === "thinking" ? [part.text] : [])).join("\n");

export const toolCallsOf = ({ parts }: ModelReply): readonly ToolCallPart[] =>
  parts.filter((part) => part.type === "toolCall");
