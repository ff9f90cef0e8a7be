import { randomUUID } from "node:crypto";
import type { MessagesRequest } from "./messages-request.ts";

type StopReason = "end_turn" | "tool_use" | "max_tokens" | "refusal";
type Block =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool_use";
      readonly id: string;
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
    };

/** About four characters a token; a picture counts as a usual screenshot does. */
const charactersPerToken = 4;
const tokensPerImage = 1_500;

const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / charactersPerToken);

export function estimateInputTokens(request: MessagesRequest): number {
  let tokens = tokensOf(request.system ?? "") + tokensOf(request.tools ?? "");
  for (const { content } of request.messages) {
    if (typeof content === "string") tokens += tokensOf(content);
    else for (const block of content) tokens += block.type === "image" ? tokensPerImage : tokensOf(block);
  }
  return tokens;
}

const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 24)}`;

/** A model that reaches max_tokens stops where it is: text ends early, a tool call does not come at all. */
function cutAt(maxTokens: number, content: readonly Block[]): Block[] {
  let left = maxTokens;
  const kept: Block[] = [];
  for (const block of content) {
    const cost = tokensOf(block.type === "text" ? block.text : block.input);
    if (cost > left) {
      if (block.type === "text")
        kept.push({ type: "text", text: block.text.slice(0, left * charactersPerToken).toWellFormed() });
      break;
    }
    kept.push(block);
    left -= cost;
  }
  return kept;
}

/** A whole answer of `POST /v1/messages`. */
export function writeMessage(request: MessagesRequest, content: readonly Block[], wanted: StopReason) {
  const outputTokens = content.reduce(
    (sum, block) => sum + tokensOf(block.type === "text" ? block.text : block.input),
    0,
  );
  const isCut = outputTokens > request.max_tokens;
  return {
    id: newId("msg"),
    type: "message",
    role: "assistant",
    model: request.model,
    content: isCut ? cutAt(request.max_tokens, content) : content,
    stop_reason: isCut ? "max_tokens" : wanted,
    stop_sequence: null,
    stop_details: null,
    usage: {
      input_tokens: estimateInputTokens(request),
      output_tokens: Math.min(outputTokens, request.max_tokens),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      service_tier: "standard",
    },
  };
}

/** An action in the dialect that the request asks for: a tool call when it brings tools, else tagged text. */
export function writeAction(
  request: MessagesRequest,
  thinking: string,
  { action, ...parameters }: Readonly<Record<string, unknown>> & { readonly action: string },
  stopReason?: StopReason,
) {
  if (request.tools === undefined || request.tools.length === 0) {
    const text = `<thinking>${thinking}</thinking><tool_call>${JSON.stringify({ action, ...parameters })}</tool_call>`;
    return writeMessage(request, [{ type: "text", text }], stopReason ?? "end_turn");
  }
  const input = { thinking, ...parameters };
  return writeMessage(
    request,
    [{ type: "tool_use", id: newId("toolu"), name: action, input }],
    stopReason ?? "tool_use",
  );
}
