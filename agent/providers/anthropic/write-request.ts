import type Anthropic from "@anthropic-ai/sdk";
import type {
  ContentBlockParam,
  MessageParam,
  TextBlockParam,
  Tool,
} from "@anthropic-ai/sdk/resources/messages";
import type { Effort } from "#shared/contracts/agent/model-settings.ts";
import { defined } from "#shared/values/defined.ts";
import type {
  ModelMessage,
  ModelPart,
  ModelRequest,
  TextPart,
  ToolDefinition,
} from "../../models/model-provider.ts";
import { takenSettings } from "../../models/taken-settings.ts";

/** The service keeps what is before it for five minutes: at most four in a request. */
const breakpoint = { cache_control: { type: "ephemeral" } } as const;

const textBlock = ({ text, cacheBreakpoint }: TextPart): TextBlockParam => ({
  type: "text",
  text,
  ...(cacheBreakpoint ? breakpoint : {}),
});

function blockOf(part: ModelPart): ContentBlockParam {
  switch (part.type) {
    case "text":
      return textBlock(part);
    case "image":
      return {
        type: "image",
        source: { type: "base64", media_type: part.mediaType, data: part.base64 },
      };
    case "toolCall":
      return { type: "tool_use", id: part.id, name: part.name, input: part.input };
    case "toolResult":
      return { type: "tool_result", tool_use_id: part.callId, is_error: part.isError, content: part.text };
    case "thinking":
      // Only ever one of this service's own, signed by it.
      return part.opaque as ContentBlockParam;
  }
}

const messageOf = ({ role, parts }: ModelMessage): MessageParam => ({ role, content: parts.map(blockOf) });

const toolOf = ({
  name,
  description,
  parameters: { required, anyOf: _, ...parameters },
}: ToolDefinition): Tool => ({
  name,
  description,
  input_schema: { ...parameters, ...defined({ required: required && [...required] }) },
});

function toolChoice({
  toolChoice: choice,
  parallelToolCalls,
}: ModelRequest): Pick<Anthropic.MessageCreateParams, "tool_choice"> {
  if (choice === undefined) return {};
  return {
    tool_choice: {
      type: choice,
      ...(parallelToolCalls === undefined ? {} : { disable_parallel_tool_use: !parallelToolCalls }),
    },
  };
}

function settings({ model, effort, temperature }: ModelRequest) {
  const { efforts, takesSampling, thinking } = takenSettings("anthropic", model);
  // What it thinks, as the service sums it up, is kept with the step; the newest models keep it back unless they are asked.
  const thinks = thinking === "always" || thinking === "adaptive";
  return {
    ...(thinks ? { thinking: { type: "adaptive", display: "summarized" } as const } : {}),
    ...(isEffort(effort) && efforts.includes(effort) ? { output_config: { effort } } : {}),
    ...(temperature === undefined || !takesSampling ? {} : { temperature }),
  };
}

/** Other services have lower ones too. */
const isEffort = (effort: Effort | undefined): effort is Exclude<Effort, "none" | "minimal"> =>
  effort !== undefined && effort !== "none" && effort !== "minimal";

/** The body of `POST /v1/messages`. */
export const writeRequest = (request: ModelRequest): Anthropic.MessageCreateParamsNonStreaming => ({
  model: request.model,
  max_tokens: request.maxOutputTokens,
  system: request.system.map(textBlock),
  messages: request.messages.map(messageOf),
  ...(request.tools === undefined ? {} : { tools: request.tools.map(toolOf) }),
  ...toolChoice(request),
  ...settings(request),
});
