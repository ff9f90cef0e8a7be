import type { ChatCompletion, ChatCompletionMessageToolCall } from "openai/resources/chat/completions";
import type { CompletionUsage } from "openai/resources/completions";
import { defined } from "#shared/values/defined.ts";
import type { ModelReply, ProviderReply, ReplyPart, TokenCounts } from "../../models/model-provider.ts";
import { inputOf } from "./call-input.ts";

type Message = ChatCompletion.Choice["message"] & {
  /** vLLM, Groq and Ollama say under either name what was thought. */
  readonly reasoning?: unknown;
  readonly reasoning_content?: unknown;
};

function callPart(call: ChatCompletionMessageToolCall): readonly ReplyPart[] {
  if (call.type !== "function") return [];
  const { id, function: called } = call;
  const opaque = "extra_content" in call ? call.extra_content : undefined;
  return [
    { type: "toolCall", id, name: called.name, input: inputOf(called.arguments), ...defined({ opaque }) },
  ];
}

function partsOf({ content, tool_calls, reasoning, reasoning_content }: Message): readonly ReplyPart[] {
  const thought = reasoning_content ?? reasoning;
  return [
    ...(typeof thought === "string" && thought !== ""
      ? [{ type: "thinking" as const, text: thought, opaque: null }]
      : []),
    ...(content ? [{ type: "text" as const, text: content }] : []),
    ...(tool_calls ?? []).flatMap(callPart),
  ];
}

/** Some services say `stop` though a tool is called. */
function stopOf({ finish_reason, message }: ChatCompletion.Choice): ModelReply["stop"] {
  if (finish_reason === "length") return "length";
  if (finish_reason === "content_filter" || message.refusal) return "refusal";
  return message.tool_calls?.length ? "toolCall" : "end";
}

/** Gemini counts thinking in the total alone; OpenAI as a part of the completion. */
function tokensOf(usage: CompletionUsage | null | undefined): TokenCounts | undefined {
  if (typeof usage?.prompt_tokens !== "number") return undefined;
  const { prompt_tokens, completion_tokens = 0, total_tokens = 0 } = usage;
  const beyond = Math.max(0, total_tokens - prompt_tokens - completion_tokens);
  return {
    inputTokens: prompt_tokens,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
    cacheWrittenTokens: usage.prompt_tokens_details?.cache_write_tokens ?? 0,
    outputTokens: completion_tokens + beyond,
    thinkingTokens: usage.completion_tokens_details?.reasoning_tokens ?? beyond,
  };
}

/** @throws Error for an answer that is no chat completion, such as a proxy's page with status 200 */
export function readCompletion(completion: ChatCompletion, requestId: string | undefined): ProviderReply {
  const choice = completion?.choices?.[0];
  if (choice?.message === undefined) throw new Error("it is not a chat completion");
  const stop = stopOf(choice);
  const refusal =
    stop === "refusal"
      ? {
          explanation: choice.message.refusal ?? choice.message.content ?? null,
          category: choice.finish_reason,
        }
      : undefined;
  return {
    model: completion.model,
    parts: partsOf(choice.message),
    stop,
    tokens: tokensOf(completion.usage),
    raw: completion,
    ...defined({ refusal, requestId }),
  };
}
