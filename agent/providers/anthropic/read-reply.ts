import type { ContentBlock, Message, Usage } from "@anthropic-ai/sdk/resources/messages";
import { defined } from "#shared/values/defined.ts";
import type { ModelReply, ProviderReply, ReplyPart, TokenCounts } from "../../models/model-provider.ts";

function partsOf(block: ContentBlock): readonly ReplyPart[] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text }];
    case "tool_use":
      return [{ type: "toolCall", id: block.id, name: block.name, input: block.input }];
    case "thinking":
      return [{ type: "thinking", text: block.thinking, opaque: block }];
    case "redacted_thinking":
      return [{ type: "thinking", text: "", opaque: block }];
    default:
      // Tools that the service runs itself, none of which is ever offered.
      return [];
  }
}

const stops: Readonly<Record<string, ModelReply["stop"]>> = {
  tool_use: "toolCall",
  refusal: "refusal",
  max_tokens: "length",
  model_context_window_exceeded: "length",
};

/** Whatever speaks the API at another address may leave it out. */
function tokensOf(usage: Usage | undefined): TokenCounts | undefined {
  if (typeof usage?.input_tokens !== "number") return undefined;
  const cachedTokens = usage.cache_read_input_tokens ?? 0;
  const cacheWrittenTokens = usage.cache_creation_input_tokens ?? 0;
  return {
    // The service's `input_tokens` are those after the last breakpoint only.
    inputTokens: usage.input_tokens + cachedTokens + cacheWrittenTokens,
    cachedTokens,
    cacheWrittenTokens,
    outputTokens: usage.output_tokens ?? 0,
    thinkingTokens: usage.output_tokens_details?.thinking_tokens ?? 0,
  };
}

/** @throws Error for an answer that is not a message, such as a proxy's page with status 200 */
export function readReply(message: Message, requestId: string | undefined): ProviderReply {
  if (typeof message !== "object" || message === null || !Array.isArray(message.content)) {
    throw new Error("it is not a message of the Messages API");
  }
  const refusal =
    message.stop_reason === "refusal"
      ? {
          explanation: message.stop_details?.explanation ?? null,
          category: message.stop_details?.category ?? null,
        }
      : undefined;
  return {
    model: message.model,
    parts: message.content.flatMap(partsOf),
    stop: stops[message.stop_reason ?? ""] ?? "end",
    tokens: tokensOf(message.usage),
    raw: message,
    ...defined({ refusal, requestId }),
  };
}
