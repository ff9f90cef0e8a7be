import { randomUUID } from "node:crypto";
import { tokensOf } from "../count-tokens.ts";
import type { writeMessage } from "../write-message.ts";
import { encryptedMark } from "./responses-request.ts";
import { argumentsOf, reasoningOf } from "./write-completion.ts";

type Message = ReturnType<typeof writeMessage>;

const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll("-", "")}`;

const incomplete: Readonly<Partial<Record<Message["stop_reason"], string>>> = {
  max_tokens: "max_output_tokens",
};

function itemsOf(message: Message): readonly unknown[] {
  const isRefusal = message.stop_reason === "refusal";
  return message.content.map((block) => {
    if (block.type === "thinking")
      return {
        id: newId("rs"),
        type: "reasoning",
        summary: [],
        encrypted_content: encryptedMark + Buffer.from(block.thinking).toString("base64"),
      };
    if (block.type === "tool_use")
      return {
        id: newId("fc"),
        type: "function_call",
        status: "completed",
        call_id: block.id,
        name: block.name,
        arguments: argumentsOf(block.input),
      };
    return {
      id: newId("msg"),
      type: "message",
      status: "completed",
      role: "assistant",
      content: [
        isRefusal
          ? { type: "refusal", refusal: block.text }
          : { type: "output_text", text: block.text, annotations: [], logprobs: [] },
      ],
    };
  });
}

/** The practice model's message as `POST /v1/responses` answers it. */
export function writeResponse(message: Message, createdSeconds: number) {
  const { usage } = message;
  const reason = incomplete[message.stop_reason];
  const input = usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens;
  return {
    id: newId("resp"),
    object: "response",
    created_at: createdSeconds,
    status: reason === undefined ? "completed" : "incomplete",
    error: null,
    incomplete_details: reason === undefined ? null : { reason },
    instructions: null,
    model: message.model,
    output: itemsOf(message),
    previous_response_id: null,
    store: false,
    usage: {
      input_tokens: input,
      input_tokens_details: {
        cached_tokens: usage.cache_read_input_tokens,
        cache_write_tokens: usage.cache_creation_input_tokens,
      },
      output_tokens: usage.output_tokens,
      output_tokens_details: { reasoning_tokens: tokensOf(reasoningOf(message)) },
      total_tokens: input + usage.output_tokens,
    },
  };
}
