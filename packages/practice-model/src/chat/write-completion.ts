import { randomUUID } from "node:crypto";
import type { writeMessage } from "../write-message.ts";
import type { chatServices } from "./chat-service.ts";

type Message = ReturnType<typeof writeMessage>;

const finishReasons: Readonly<Record<Message["stop_reason"], string>> = {
  end_turn: "stop",
  tool_use: "tool_calls",
  max_tokens: "length",
  refusal: "content_filter",
};

function usageOf({ usage }: Message) {
  const { input_tokens, cache_read_input_tokens: cached, cache_creation_input_tokens: written } = usage;
  const prompt = input_tokens + cached + written;
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output_tokens,
    total_tokens: prompt + usage.output_tokens,
    prompt_tokens_details: {
      cached_tokens: cached,
      cache_write_tokens: written,
      audio_tokens: 0,
    },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
  };
}

/** The practice model's message as `POST /v1/chat/completions` answers it. */
export function writeCompletion(
  message: Message,
  createdSeconds: number,
  reasoningField: (typeof chatServices)["openai"]["reasoningField"],
) {
  const reasoned = reasoningOf(message);
  const text = message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  const calls = message.content.flatMap((block) =>
    block.type === "tool_use"
      ? [
          {
            id: block.id,
            type: "function",
            function: { name: block.name, arguments: argumentsOf(block.input) },
          },
        ]
      : [],
  );
  const isRefusal = message.stop_reason === "refusal";
  return {
    id: `chatcmpl-${randomUUID().replaceAll("-", "").slice(0, 29)}`,
    object: "chat.completion",
    created: createdSeconds,
    model: message.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: isRefusal || text === "" ? null : text,
          refusal: isRefusal && text !== "" ? text : null,
          annotations: [],
          ...(reasoningField === undefined || reasoned === "" ? {} : { [reasoningField]: reasoned }),
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
        logprobs: null,
        // A refusal in words ends like any reply.
        finish_reason: isRefusal && text !== "" ? "stop" : finishReasons[message.stop_reason],
      },
    ],
    usage: usageOf(message),
    service_tier: "default",
  };
}

export const reasoningOf = ({ content }: Message): string =>
  content.flatMap((block) => (block.type === "thinking" ? [block.thinking] : [])).join("\n");

/** A script may have a call whose arguments are no JSON. */
export const argumentsOf = (input: Readonly<Record<string, unknown>>): string =>
  typeof input.arguments === "string" && Object.keys(input).length === 1
    ? input.arguments
    : JSON.stringify(input);
