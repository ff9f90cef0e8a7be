import * as z from "zod";
import { ChatError } from "./chat-error.ts";

/** The services that speak chat completions, each in its own way. */
export const ChatService = z.enum(["openai", "gemini", "groq", "ollama", "vllm"]);
export type ChatService = (typeof ChatService.options)[number];

interface ServiceRules {
  /** Before `/chat/completions` and `/models`. */
  readonly basePath: string;
  readonly asksForKey: boolean;
  /** Where it tells what its model reasoned; absent: it does not. */
  readonly reasoningField?: "reasoning" | "reasoning_content";
  /** Its models think of themselves and take no tools while they do; neither sampling. */
  readonly asNewestModels: boolean;
  /** Fields of OpenAI's that it does not know. */
  readonly unknown: readonly string[];
  /** A tool without parameters must have none, not an object without properties. */
  readonly refusesEmptyParameters?: true;
  /** As it refuses one; absent: it ignores them. */
  readonly refuse?: (field: string) => ChatError;
}

const cacheFields = ["prompt_cache_key", "prompt_cache_options"];

export const chatServices: Readonly<Record<ChatService, ServiceRules>> = {
  openai: { basePath: "/v1", asksForKey: true, asNewestModels: true, unknown: [] },
  gemini: {
    basePath: "/v1beta/openai",
    asksForKey: true,
    asNewestModels: false,
    unknown: ["parallel_tool_calls", "store", ...cacheFields],
    refusesEmptyParameters: true,
    refuse: (field) =>
      new ChatError(`Invalid JSON payload received. Unknown name "${field}": Cannot find field.`, {
        listed: true,
      }),
  },
  groq: {
    basePath: "/openai/v1",
    reasoningField: "reasoning",
    asksForKey: true,
    asNewestModels: false,
    unknown: cacheFields,
    refuse: (field) => new ChatError(`property '${field}' is unsupported`),
  },
  ollama: {
    basePath: "/v1",
    reasoningField: "reasoning",
    asksForKey: false,
    asNewestModels: false,
    unknown: ["max_completion_tokens", "parallel_tool_calls", "store", ...cacheFields],
  },
  vllm: {
    basePath: "/v1",
    reasoningField: "reasoning_content",
    asksForKey: false,
    asNewestModels: false,
    unknown: cacheFields,
  },
};

/**
 * The body without what the service ignores.
 * @throws ChatError for a field that it refuses
 */
export function knownFields(
  body: Readonly<Record<string, unknown>>,
  { unknown, refuse }: ServiceRules,
): Readonly<Record<string, unknown>> {
  const field = unknown.find((name) => name in body);
  if (field !== undefined && refuse) throw refuse(field);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !unknown.includes(name)));
}
