import { randomUUID } from "node:crypto";
import { charactersPerToken, tokensOf } from "./count-tokens.ts";
import type { MessagesRequest } from "./messages-request.ts";
import type { InputUsage } from "./prompt-cache.ts";

type StopReason = "end_turn" | "tool_use" | "max_tokens" | "refusal";
type Block =
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool_use";
      readonly id: string;
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
    };

const costOf = (block: Block): number =>
  tokensOf(
    block.type === "thinking"
      ? block.thinking
      : JSON.stringify(block.type === "text" ? block.text : block.input),
  );

const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 24)}`;

/** A model that reaches max_tokens stops where it is: text ends early, a tool call does not come at all. */
function cutAt(maxTokens: number, content: readonly Block[]): Block[] {
  let left = maxTokens;
  const kept: Block[] = [];
  for (const block of content) {
    const cost = costOf(block);
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

/** A request that is answered, and what of it the cache held. */
export interface Asked {
  readonly request: MessagesRequest;
  readonly inputUsage: InputUsage;
}

/** A whole answer of `POST /v1/messages`. */
export function writeMessage({ request, inputUsage }: Asked, content: readonly Block[], wanted: StopReason) {
  const outputTokens = content.reduce((sum, block) => sum + costOf(block), 0);
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
      ...inputUsage,
      output_tokens: Math.min(outputTokens, request.max_tokens),
      service_tier: "standard",
    },
  };
}

type Message = ReturnType<typeof writeMessage>;

/** The same after the model has reasoned, which is output too. */
export const withReasoning = (message: Message, thinking: string | undefined): Message =>
  thinking === undefined
    ? message
    : {
        ...message,
        content: [{ type: "thinking", thinking, signature: newId("sig") }, ...message.content],
        usage: { ...message.usage, output_tokens: message.usage.output_tokens + tokensOf(thinking) },
      };

/** A call whose input is text that need be no JSON: only chat completions carry it as it stands. */
export const writeRawCall = (asked: Asked, name: string, text: string) =>
  writeMessage(
    asked,
    [{ type: "tool_use", id: newId("toolu"), name, input: { arguments: text } }],
    "tool_use",
  );

/** The two dialects of plain text that are Drover's own are told apart by the form that the system prompt asks for. */
function asText({ system = "" }: MessagesRequest, thinking: string, action: unknown): string {
  const instructions = typeof system === "string" ? system : system.map(({ text }) => text).join("");
  return instructions.includes("<tool_call>")
    ? `<thinking>${thinking}</thinking><tool_call>${JSON.stringify(action)}</tool_call>`
    : JSON.stringify({ thinking, ...(action as object) });
}

/** A turn of several actions: a tool call for each, the thought with the first. */
export const writeTurn = (
  asked: Asked,
  thinking: string,
  actions: readonly (Readonly<Record<string, unknown>> & { readonly action: string })[],
) =>
  writeMessage(
    asked,
    actions.map(({ action, ...parameters }, index) => ({
      type: "tool_use" as const,
      id: newId("toolu"),
      name: action,
      input: { ...(index === 0 ? { thinking } : {}), ...parameters },
    })),
    "tool_use",
  );

/** An action in the dialect that the request asks for: a tool call when it brings tools, else text. */
export function writeAction(
  asked: Asked,
  /** null: a role's answer, which has none. */
  thinking: string | null,
  { action, ...parameters }: Readonly<Record<string, unknown>> & { readonly action: string },
  stopReason?: StopReason,
) {
  const { tools = [] } = asked.request;
  if (tools.length === 0) {
    const text = asText(asked.request, thinking ?? "", { action, ...parameters });
    return writeMessage(asked, [{ type: "text", text }], stopReason ?? "end_turn");
  }
  const input = { ...(thinking === null ? {} : { thinking }), ...parameters };
  return writeMessage(
    asked,
    [{ type: "tool_use", id: newId("toolu"), name: action, input }],
    stopReason ?? "tool_use",
  );
}
