import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from "openai";
import { defined } from "#shared/values/defined.ts";
import type {
  ModelProvider,
  ModelRequest,
  ProviderFailure,
  ProviderOptions,
  ProviderReply,
} from "../../models/model-provider.ts";
import type { ChatFacts } from "../../models/provider-table.ts";
import { openAiRateLimits } from "../../models/rate-limits.ts";
import { readCompletion } from "./read-completion.ts";
import { readResponse } from "./read-response.ts";
import { writeChat } from "./write-chat.ts";
import { writeResponses } from "./write-responses.ts";

/** Gemini puts its error into a list, of which the SDK makes nothing but the message. */
const wrapped = (message: string): string | undefined =>
  /^\d{3} \[\{[\s\S]*?"message":\s*("(?:[^"\\]|\\.)*")/.exec(message)?.[1];

function saidBy({ error, message }: APIError): string {
  if (typeof error === "object" && "message" in error && typeof error.message === "string")
    return error.message;
  const inner = wrapped(message);
  return inner === undefined ? message : String(JSON.parse(inner));
}

/** Gemini has no header for it but says it in the body. */
const retryDelay = ({ message }: APIError): string | undefined =>
  /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(message)?.[1];

function failureOf(error: unknown): ProviderFailure | undefined {
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError)
    return { kind: "timeout" };
  if (error instanceof APIConnectionError) return { kind: "connection" };
  if (!(error instanceof APIError)) return undefined;
  return {
    kind: "status",
    status: error.status ?? 0,
    said: saidBy(error),
    type: error.code ?? error.type ?? null,
    requestId: error.requestID ?? null,
    retryAfter: error.headers?.get("retry-after") ?? retryDelay(error) ?? null,
    rateLimits: openAiRateLimits(error.headers, Date.now()),
    // An account without money answers 429 too, and waiting brings none.
    isFinal: error.code === "insufficient_quota",
  };
}

/** Gemini lists `models/gemini-2.5-pro`, Ollama `llama3.2:latest`; both answer to less. */
const isNameOf = (id: string, model: string): boolean =>
  id === model || id === `models/${model}` || id === `${model}:latest`;

interface Answered {
  readonly reply: ProviderReply;
  readonly headers: Headers;
}
type Ask = (openai: OpenAI, request: ModelRequest, bounds: OpenAI.RequestOptions) => Promise<Answered>;

/** What is said of a model, who answers and how it fails is the same in both wire formats. */
function providerAt({ baseUrl, apiKey, fetch }: ProviderOptions, ask: Ask): ModelProvider {
  const openai = new OpenAI({
    baseURL: baseUrl,
    // The SDK wants one where a service of your own asks for none.
    apiKey: apiKey === "" ? "none" : apiKey,
    // Else they are read from the environment, and told to other services too.
    organization: null,
    project: null,
    // The client's own retries know the call's deadline.
    maxRetries: 0,
    ...defined({ fetch }),
  });
  return {
    baseUrl,
    failureOf,
    async offers(model, { timeoutMilliseconds: timeout, signal }) {
      // The list: vLLM and llama.cpp do not answer for one.
      const { data } = await openai.models.list({ timeout, signal });
      return data.length === 0 || data.some(({ id }) => isNameOf(id, model));
    },
    async call(request, { timeoutMilliseconds: timeout, signal }) {
      const { reply, headers } = await ask(openai, request, { timeout, signal });
      return { ...reply, ...defined({ rateLimits: openAiRateLimits(headers, Date.now()) }) };
    },
  };
}

/** Chat completions as OpenAI made them and many speak them. */
export const openAiProvider = ({ chat, ...options }: ProviderOptions & { readonly chat: ChatFacts }) =>
  providerAt(options, async (openai, request, bounds) => {
    const asked = openai.chat.completions.create(writeChat(request, chat), bounds);
    const { data, response, request_id } = await asked.withResponse();
    return { reply: readCompletion(data, request_id ?? undefined), headers: response.headers };
  });

/** OpenAI's Responses API, without anything kept at the service. */
export const openAiResponsesProvider = (options: ProviderOptions): ModelProvider =>
  providerAt(options, async (openai, request, bounds) => {
    const asked = openai.responses.create(writeResponses(request), bounds);
    const { data, response, request_id } = await asked.withResponse();
    return { reply: readResponse(data, request, request_id ?? undefined), headers: response.headers };
  });
