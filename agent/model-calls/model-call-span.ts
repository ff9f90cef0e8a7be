import type { ModelRole } from "#shared/contracts/agent/model-settings.ts";
import { spanAttributes as at } from "#shared/contracts/farm/span-attributes.ts";
import type { SpanAttributes, SpanRecord } from "#shared/contracts/farm/span-record.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { redact } from "#shared/rules/redact.ts";
import { defined } from "#shared/values/defined.ts";
import type { ModelMessage, ModelPart, ModelReply, ModelRequest } from "../models/model-provider.ts";

interface Told {
  readonly jobId: JobId | undefined;
  readonly role: ModelRole;
  readonly provider: string;
  readonly request: ModelRequest;
  readonly reply?: ModelReply;
  readonly errorCode?: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** What was said is in it too, without these texts; null: it does not. */
  readonly content: { readonly marker: string | undefined } | null;
}

/** As the conventions name them; a provider of the project's own keeps its name. */
const providerNames: Readonly<Record<string, string>> = { gemini: "gcp.gemini" };

/** Of one attribute with what was said. */
const longestContent = 16_000;

/**
 * A model's call by the semantic conventions for generative AI.
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/
 */
export function modelCallSpan(
  told: Told,
): Pick<SpanRecord, "name" | "kind" | "startedAt" | "endedAt" | "attributes" | "errorType"> {
  const { request, role, provider, jobId, errorCode, startedAt, endedAt } = told;
  const { model, maxOutputTokens, temperature } = request;
  return {
    name: `chat ${model}`,
    kind: "client",
    startedAt,
    endedAt,
    attributes: {
      [at.operationName]: "chat",
      [at.providerName]: providerNames[provider] ?? provider,
      [at.requestModel]: model,
      [at.requestMaxTokens]: maxOutputTokens,
      [at.modelRole]: role,
      ...defined({ [at.requestTemperature]: temperature, [at.conversationId]: jobId }),
      ...replied(told.reply),
      ...(told.content === null ? {} : contentOf(told, told.content.marker)),
    },
    ...defined({ errorType: errorCode }),
  };
}

function replied(reply: ModelReply | undefined): SpanAttributes {
  if (reply === undefined) return {};
  const { model, stop, requestId, usage } = reply;
  return {
    [at.responseModel]: model,
    [at.finishReasons]: [finishReasons[stop]],
    [at.inputTokens]: usage.inputTokens,
    [at.outputTokens]: usage.outputTokens,
    [at.cacheReadTokens]: usage.cachedTokens,
    [at.cacheCreationTokens]: usage.cacheWrittenTokens,
    [at.reasoningTokens]: usage.thinkingTokens,
    ...defined({ [at.responseId]: requestId, [at.costUsd]: usage.costUsd }),
  };
}

const finishReasons: Readonly<Record<ModelReply["stop"], string>> = {
  end: "stop",
  toolCall: "tool_call",
  length: "length",
  refusal: "content_filter",
};

const contentOf = ({ request, reply }: Told, marker: string | undefined): SpanAttributes => ({
  [at.systemInstructions]: bounded(request.system.map(partOf), marker),
  // The newest are what the call is about.
  [at.inputMessages]: bounded(request.messages.slice(-4).map(messageOf), marker),
  ...(reply === undefined
    ? {}
    : {
        [at.outputMessages]: bounded(
          [{ role: "assistant", parts: reply.parts.map(partOf), finish_reason: finishReasons[reply.stop] }],
          marker,
        ),
      }),
});

const messageOf = ({ role, parts }: ModelMessage) => ({ role, parts: parts.map(partOf) });

/** https://github.com/open-telemetry/semantic-conventions-genai: pictures are named by their size alone. */
function partOf(part: ModelPart): Readonly<Record<string, unknown>> {
  if (part.type === "text") return { type: "text", content: part.text };
  if (part.type === "image")
    return { type: "text", content: `(a picture of ${part.base64.length} characters)` };
  if (part.type === "thinking") return { type: "reasoning", content: part.text };
  if (part.type === "toolCall")
    return { type: "tool_call", id: part.id, name: part.name, arguments: part.input };
  return { type: "tool_call_response", id: part.callId, response: part.text };
}

/** Whole where there is room, else each of its texts cut, so that what is sent is JSON in any case. Secrets are taken out. */
function bounded(value: readonly unknown[], marker: string | undefined): string {
  for (const maximumText of [longestContent, 2_000, 200]) {
    const text = JSON.stringify(redact(value, { marker, maximumText }));
    if (text.length <= longestContent) return text;
  }
  return "[]";
}
