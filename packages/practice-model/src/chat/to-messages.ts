import type { MessagesRequest } from "../messages-request.ts";
import { ChatError } from "./chat-error.ts";
import type { ChatMessage, ChatRequest } from "./chat-request.ts";

type Turn = MessagesRequest["messages"][number];
type Block = Exclude<Turn["content"], string>[number];
type ImageBlock = Extract<Block, { type: "image" }>;
type Texts = Extract<ChatMessage, { role: "tool" }>["content"];

const breakpoint = (part: { readonly prompt_cache_breakpoint?: unknown }) =>
  part.prompt_cache_breakpoint === undefined ? {} : { cache_control: { type: "ephemeral" as const } };

const textBlocks = (content: Texts) =>
  (typeof content === "string" ? [{ type: "text" as const, text: content }] : content)
    .filter(({ text }) => text !== "")
    .map((part) => ({ type: "text" as const, text: part.text, ...breakpoint(part) }));

const isMediaType = (type: string | undefined): type is ImageBlock["source"]["media_type"] =>
  type !== undefined && ["image/jpeg", "image/png", "image/gif", "image/webp"].includes(type);

/** The practice model fetches nothing, so that only pictures within the request are taken. */
function imageBlock(url: string, param: string): ImageBlock {
  const [, mediaType, data] = /^data:([^;,]*);base64,(.*)$/s.exec(url) ?? [];
  if (data === undefined) {
    throw new ChatError(
      `Invalid image URL: '${param}'. Expected a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got ${url === "" ? "empty base64-encoded bytes" : "a value without it"}.`,
      { param, code: "invalid_value" },
    );
  }
  if (!isMediaType(mediaType) || data === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) {
    throw new ChatError(
      "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
      { code: "invalid_image_format" },
    );
  }
  return { type: "image", source: { type: "base64", media_type: mediaType, data } };
}

function parsedArguments(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // The service itself takes any text here.
  }
  return { arguments: text };
}

function blocksOf(message: ChatMessage, index: number): Block[] {
  if (message.role === "tool") {
    return [{ type: "tool_result", tool_use_id: message.tool_call_id, content: textBlocks(message.content) }];
  }
  if (message.role === "assistant") {
    const { content, tool_calls = [] } = message;
    const calls = tool_calls.map(({ id, function: called }) => ({
      type: "tool_use" as const,
      id,
      name: called.name,
      input: parsedArguments(called.arguments),
    }));
    return [...textBlocks(content ?? []), ...calls];
  }
  if (typeof message.content === "string") return textBlocks(message.content);
  return message.content.flatMap((part, at): Block[] =>
    part.type === "text"
      ? textBlocks([part])
      : [imageBlock(part.image_url.url, `messages[${index}].content[${at}].image_url.url`)],
  );
}

/** Each call must be answered by the messages right after it, and nothing else may be. */
function checkCalls(messages: readonly ChatMessage[]): void {
  let waiting: string[] = [];
  for (const [index, message] of [...messages, undefined].entries()) {
    if (message?.role === "tool") {
      if (!waiting.includes(message.tool_call_id)) {
        throw new ChatError(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          { param: `messages.[${index}].role` },
        );
      }
      waiting = waiting.filter((id) => id !== message.tool_call_id);
      continue;
    }
    if (waiting.length > 0) {
      throw new ChatError(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${waiting.join(", ")}`,
        { param: `messages.[${index}].role` },
      );
    }
    if (message?.role === "assistant") {
      waiting = (message.tool_calls ?? []).map(({ id }) => id);
      if (waiting.length === 0 && !message.content) {
        throw new ChatError("Invalid value for 'content': expected a string, got null.", {
          param: `messages.[${index}].content`,
        });
      }
    }
  }
}

/**
 * A chat as the Messages API has it, so that one practice model reads both.
 * @throws ChatError
 */
export function toMessages(request: ChatRequest): MessagesRequest {
  checkCalls(request.messages);
  const system = request.messages.flatMap((message) =>
    message.role === "system" || message.role === "developer" ? textBlocks(message.content) : [],
  );
  const messages = request.messages.flatMap((message, index): Turn[] => {
    if (message.role === "system" || message.role === "developer") return [];
    return [{ role: message.role === "assistant" ? "assistant" : "user", content: blocksOf(message, index) }];
  });
  const tools = request.tools?.map(({ function: { name, description, parameters } }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    input_schema: parameters ?? { type: "object" as const },
  }));
  return {
    model: request.model,
    max_tokens: request.max_completion_tokens ?? request.max_tokens ?? 128_000,
    system,
    messages,
    ...(tools === undefined ? {} : { tools }),
  };
}
