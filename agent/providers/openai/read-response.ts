import type { Response, ResponseOutputItem, ResponseUsage } from "openai/resources/responses/responses";
import { defined } from "#shared/values/defined.ts";
import type {
  ModelReply,
  ModelRequest,
  ProviderReply,
  ReplyPart,
  TokenCounts,
} from "../../models/model-provider.ts";
import { inputOf } from "./call-input.ts";
import { withoutAddedNulls } from "./strict-schema.ts";

type Message = Extract<ResponseOutputItem, { readonly type: "message" }>;

const textOf = ({ content }: Message): string =>
  content.flatMap((part) => (part.type === "output_text" ? [part.text] : [])).join("");

function partsOf(item: ResponseOutputItem, { tools = [] }: ModelRequest): readonly ReplyPart[] {
  switch (item.type) {
    case "reasoning": {
      const { summary, content = [] } = item;
      const text = [...summary, ...content].map((part) => part.text).join("\n");
      // It goes back without what a reply has alone.
      const { status: _, ...opaque } = item;
      return [{ type: "thinking", text, opaque }];
    }
    case "message": {
      const { phase } = item;
      const text = textOf(item);
      return text === "" ? [] : [{ type: "text", text, ...(phase ? { opaque: { phase } } : {}) }];
    }
    case "function_call": {
      const { call_id: id, name } = item;
      const tool = tools.find((offered) => offered.name === name);
      return [
        { type: "toolCall", id, name, input: withoutAddedNulls(inputOf(item.arguments), tool?.parameters) },
      ];
    }
    default:
      // Tools that the service runs itself, none of which is ever offered.
      return [];
  }
}

const refusalIn = (output: readonly ResponseOutputItem[]): string | undefined =>
  output
    .flatMap((item) => (item.type === "message" ? item.content : []))
    .flatMap((part) => (part.type === "refusal" ? [part.refusal] : []))[0];

function stopOf({ output, incomplete_details: incomplete }: Response): ModelReply["stop"] {
  if (incomplete?.reason === "max_output_tokens") return "length";
  if (incomplete?.reason === "content_filter" || refusalIn(output) !== undefined) return "refusal";
  return output.some(({ type }) => type === "function_call") ? "toolCall" : "end";
}

function tokensOf(usage: ResponseUsage | undefined): TokenCounts | undefined {
  if (typeof usage?.input_tokens !== "number") return undefined;
  return {
    inputTokens: usage.input_tokens,
    cachedTokens: usage.input_tokens_details?.cached_tokens ?? 0,
    cacheWrittenTokens: usage.input_tokens_details?.cache_write_tokens ?? 0,
    outputTokens: usage.output_tokens ?? 0,
    thinkingTokens: usage.output_tokens_details?.reasoning_tokens ?? 0,
  };
}

/** @throws Error for an answer that is no response, such as a proxy's page with status 200, and for one that failed */
export function readResponse(
  response: Response,
  request: ModelRequest,
  requestId: string | undefined,
): ProviderReply {
  if (!Array.isArray(response?.output)) throw new Error("it is not a response of the Responses API");
  if (response.status === "failed")
    throw new Error(`the response failed: ${response.error?.message ?? "the service does not say why"}`);
  const stop = stopOf(response);
  const refusal =
    stop === "refusal"
      ? {
          explanation: refusalIn(response.output) ?? null,
          category: response.incomplete_details?.reason ?? null,
        }
      : undefined;
  return {
    model: response.model,
    parts: response.output.flatMap((item) => partsOf(item, request)),
    stop,
    tokens: tokensOf(response.usage),
    raw: response,
    ...defined({ refusal, requestId }),
  };
}
