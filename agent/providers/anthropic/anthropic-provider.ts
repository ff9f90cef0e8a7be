import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  BaseAnthropic,
} from "@anthropic-ai/sdk";
import { Messages } from "@anthropic-ai/sdk/resources/messages";
import { Models } from "@anthropic-ai/sdk/resources/models";
import { defined } from "#shared/values/defined.ts";
import type { ModelProvider, ProviderFailure, ProviderOptions } from "../../models/model-provider.ts";
import { anthropicRateLimits } from "../../models/rate-limits.ts";
import { readReply } from "./read-reply.ts";
import { writeRequest } from "./write-request.ts";

function failureOf(error: unknown): ProviderFailure | undefined {
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError)
    return { kind: "timeout" };
  if (error instanceof APIConnectionError) return { kind: "connection" };
  if (!(error instanceof APIError)) return undefined;
  return {
    kind: "status",
    status: error.status ?? 0,
    said: error.apiMessage ?? error.message,
    type: error.type,
    requestId: error.requestID ?? null,
    retryAfter: error.headers?.get("retry-after") ?? null,
    rateLimits: anthropicRateLimits(error.headers, Date.now()),
  };
}

/** The Messages API of Anthropic, or of whatever speaks it at `baseUrl`. */
export function anthropicProvider({ baseUrl, apiKey, fetch }: ProviderOptions): ModelProvider {
  // Without the other resources of its API, which are two thirds of the package.
  const anthropic = new BaseAnthropic({
    baseURL: baseUrl,
    apiKey,
    // The client's own retries know the call's deadline.
    maxRetries: 0,
    ...defined({ fetch }),
  });
  const [messages, models] = [new Messages(anthropic), new Models(anthropic)];
  return {
    baseUrl,
    failureOf,
    async offers(model, { timeoutMilliseconds: timeout, signal }) {
      try {
        await models.retrieve(model, {}, { timeout, signal });
        return true;
      } catch (error) {
        // Another 404 is that of a service which has no list of models.
        if (error instanceof APIError && error.status === 404 && error.type === "not_found_error")
          return false;
        throw error;
      }
    },
    async call(request, { timeoutMilliseconds: timeout, signal }) {
      const {
        data: message,
        response,
        request_id,
      } = await messages.create(writeRequest(request), { timeout, signal }).withResponse();
      const rateLimits = anthropicRateLimits(response.headers, Date.now());
      return { ...readReply(message, request_id ?? undefined), ...defined({ rateLimits }) };
    },
  };
}
