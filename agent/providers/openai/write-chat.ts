import type {
  ChatCompletionContentPart,
  ChatCompletionContentPartText,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
  ChatCompletionMessageToolCall,
} from "openai/resources/chat/completions";
import type {
  ImagePart,
  ModelMessage,
  ModelRequest,
  TextPart,
  ToolCallPart,
} from "../../models/model-provider.ts";
import type { ChatFacts } from "../../models/provider-table.ts";
import { takenSettings } from "../../models/taken-settings.ts";
import { argumentsOf } from "./call-input.ts";

type Facts = ReturnType<typeof takenSettings>;

function textPart({ text, cacheBreakpoint }: TextPart, { cache }: Facts): ChatCompletionContentPartText {
  const marked = cacheBreakpoint && cache === "breakpoints";
  return { type: "text", text, ...(marked ? { prompt_cache_breakpoint: { mode: "explicit" } } : {}) };
}

const imagePart = ({ mediaType, base64 }: ImagePart): ChatCompletionContentPart => ({
  type: "image_url",
  image_url: { url: `data:${mediaType};base64,${base64}` },
});

/** One text where nothing is between its parts: not every model's template takes a list. */
function contentOf<Part extends { readonly type: string }>(
  parts: readonly (Part | ChatCompletionContentPartText)[],
): string | (Part | ChatCompletionContentPartText)[] {
  const texts = parts.filter((part): part is ChatCompletionContentPartText => part.type === "text");
  const plain = texts.length === parts.length && texts.every((part) => !part.prompt_cache_breakpoint);
  return plain ? texts.map(({ text }) => text).join("") : [...parts];
}

const toolCall = (part: ToolCallPart): ChatCompletionMessageToolCall => ({
  id: part.id,
  type: "function",
  function: { name: part.name, arguments: argumentsOf(part) },
  // Such as Gemini's signature of a thought, without which it refuses the call.
  ...(part.opaque === undefined ? {} : { extra_content: part.opaque }),
});

function assistantTurn({ parts }: ModelMessage): ChatCompletionMessageParam {
  const calls = parts.filter((part) => part.type === "toolCall");
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  return {
    role: "assistant",
    content: text === "" ? null : text,
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(toolCall) }),
  };
}

/** Results are messages of their own, and must follow the calls at once. */
function userTurns({ parts }: ModelMessage, facts: Facts): ChatCompletionMessageParam[] {
  const results = parts
    .filter((part) => part.type === "toolResult")
    .map(({ callId, text }) => ({ role: "tool", tool_call_id: callId, content: text }) as const);
  const content = parts.flatMap((part) => {
    if (part.type === "text") return [textPart(part, facts)];
    return part.type === "image" ? [imagePart(part)] : [];
  });
  return content.length === 0 ? results : [...results, { role: "user", content: contentOf(content) }];
}

function toolsOf(
  request: ModelRequest,
  { takesParallelToolCalls, takesEmptyParameters, takesAnyOf }: ChatFacts,
) {
  const { tools, toolChoice, parallelToolCalls } = request;
  if (tools === undefined) return {};
  return {
    tools: tools.map(({ parameters: { anyOf, ...parameters }, ...tool }) => ({
      type: "function" as const,
      function: {
        ...tool,
        ...(takesEmptyParameters || Object.keys(parameters.properties).length > 0
          ? { parameters: { ...parameters, ...(anyOf && takesAnyOf ? { anyOf } : {}) } }
          : {}),
      },
    })),
    ...(toolChoice === undefined ? {} : { tool_choice: toolChoice }),
    ...(parallelToolCalls === undefined || !takesParallelToolCalls
      ? {}
      : { parallel_tool_calls: parallelToolCalls }),
  };
}

function settingsOf({ effort, temperature }: ModelRequest, facts: Facts) {
  return {
    ...(effort === undefined || !facts.efforts.includes(effort) ? {} : { reasoning_effort: effort }),
    ...(temperature === undefined || !facts.takesSampling ? {} : { temperature }),
    // Otherwise the service marks the end of the newest message, which never comes again, and asks money for it.
    ...(facts.cache === "breakpoints" ? { prompt_cache_options: { mode: "explicit" as const } } : {}),
  };
}

/** The body of `POST /chat/completions`. */
export function writeChat(request: ModelRequest, chat: ChatFacts): ChatCompletionCreateParamsNonStreaming {
  const facts = takenSettings("openai", request.model);
  const system = request.system.map((part) => textPart(part, facts));
  return {
    model: request.model,
    [chat.outputLimit]: request.maxOutputTokens,
    messages: [
      ...(system.length === 0 ? [] : [{ role: "system" as const, content: contentOf(system) }]),
      ...request.messages.flatMap((message) =>
        message.role === "assistant" ? [assistantTurn(message)] : userTurns(message, facts),
      ),
    ],
    ...toolsOf(request, chat),
    ...settingsOf(request, facts),
  };
}
