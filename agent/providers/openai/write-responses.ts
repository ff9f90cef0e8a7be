import { createHash } from "node:crypto";
import type {
  FunctionTool,
  ResponseCreateParamsNonStreaming,
  ResponseInputContent,
  ResponseInputItem,
} from "openai/resources/responses/responses";
import type { ModelMessage, ModelPart, ModelRequest, TextPart } from "../../models/model-provider.ts";
import { takenSettings } from "../../models/taken-settings.ts";
import { argumentsOf } from "./call-input.ts";
import { strictSchema } from "./strict-schema.ts";

type Facts = ReturnType<typeof takenSettings>;

function textPart({ text, cacheBreakpoint }: TextPart, { cache }: Facts): ResponseInputContent {
  const marked = cacheBreakpoint && cache === "breakpoints";
  return { type: "input_text", text, ...(marked ? { prompt_cache_breakpoint: { mode: "explicit" } } : {}) };
}

/** In the order of the parts: what was reasoned must stand before the call that it led to. */
function assistantItem(part: ModelPart): readonly ResponseInputItem[] {
  switch (part.type) {
    case "text":
      return [{ role: "assistant", content: part.text, ...part.opaque }];
    case "toolCall":
      return [{ type: "function_call", call_id: part.id, name: part.name, arguments: argumentsOf(part) }];
    case "thinking":
      // As it came, encrypted: the service keeps nothing.
      return part.opaque === null ? [] : [part.opaque as ResponseInputItem];
    default:
      return [];
  }
}

/** Results are items of their own, and must follow the calls. */
function userItems({ parts }: ModelMessage, facts: Facts): readonly ResponseInputItem[] {
  const results = parts.flatMap((part): readonly ResponseInputItem[] =>
    part.type === "toolResult"
      ? [{ type: "function_call_output", call_id: part.callId, output: part.text }]
      : [],
  );
  const content = parts.flatMap((part): readonly ResponseInputContent[] => {
    if (part.type === "text") return [textPart(part, facts)];
    if (part.type !== "image") return [];
    const url = `data:${part.mediaType};base64,${part.base64}`;
    return [{ type: "input_image", image_url: url, detail: "auto" }];
  });
  return content.length === 0 ? results : [...results, { role: "user", content: [...content] }];
}

function toolsOf({ tools, toolChoice, parallelToolCalls }: ModelRequest) {
  if (tools === undefined) return {};
  return {
    // OpenAI refuses `anyOf` at the top of a schema.
    tools: tools.map(({ name, description, parameters: { anyOf: _, ...parameters } }): FunctionTool => {
      const strict = strictSchema(parameters);
      return {
        type: "function",
        name,
        description,
        parameters: { ...(strict ?? parameters) },
        strict: strict !== null,
      };
    }),
    ...(toolChoice === undefined ? {} : { tool_choice: toolChoice }),
    ...(parallelToolCalls === undefined ? {} : { parallel_tool_calls: parallelToolCalls }),
  };
}

/** Requests of one job go to where its prompt is kept: they share what stands up to their first breakpoint, and so does the key. */
function cacheKeyOf({ model, system, messages }: ModelRequest): string {
  const parts = messages[0]?.parts ?? [];
  const end = parts.findIndex((part) => part.type === "text" && part.cacheBreakpoint);
  const pinned = [...system, ...parts.slice(0, end + 1)];
  return createHash("sha256")
    .update(JSON.stringify([model, pinned]))
    .digest("hex")
    .slice(0, 32);
}

function settingsOf(
  { effort, temperature }: ModelRequest,
  { efforts, takesSampling, cache, thinking }: Facts,
) {
  return {
    ...(effort === undefined || !efforts.includes(effort) ? {} : { reasoning: { effort } }),
    ...(temperature === undefined || !takesSampling ? {} : { temperature }),
    ...(thinking === "never" ? {} : { include: ["reasoning.encrypted_content" as const] }),
    // Otherwise the service marks the end of the newest message, which never comes again, and asks money for it.
    ...(cache === "breakpoints" ? { prompt_cache_options: { mode: "explicit" as const } } : {}),
  };
}

/** The body of `POST /responses`. */
export function writeResponses(request: ModelRequest): ResponseCreateParamsNonStreaming {
  const facts = takenSettings("openai-responses", request.model);
  const system = request.system.map((part) => textPart(part, facts));
  return {
    model: request.model,
    max_output_tokens: request.maxOutputTokens,
    store: false,
    input: [
      ...(system.length === 0 ? [] : [{ role: "developer" as const, content: system }]),
      ...request.messages.flatMap((message) =>
        message.role === "assistant" ? message.parts.flatMap(assistantItem) : userItems(message, facts),
      ),
    ],
    prompt_cache_key: cacheKeyOf(request),
    ...toolsOf(request),
    ...settingsOf(request, facts),
  };
}
