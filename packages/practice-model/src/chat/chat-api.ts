import { timingSafeEqual } from "node:crypto";
import type { Answer } from "../answer-request.ts";
import { ApiError } from "../api-error.ts";
import type { MessagesRequest } from "../messages-request.ts";
import { PromptCache } from "../prompt-cache.ts";
import type { WireRequest, WireResponse } from "../serve.ts";
import type { Asked, writeMessage } from "../write-message.ts";
import { AutomaticCache } from "./automatic-cache.ts";
import { ChatError, toChatError } from "./chat-error.ts";
import { type ChatRequest, parseChatRequest } from "./chat-request.ts";
import { type ChatService, chatServices } from "./chat-service.ts";
import { parseResponsesRequest } from "./responses-request.ts";
import { toMessages } from "./to-messages.ts";
import { writeCompletion } from "./write-completion.ts";
import { writeResponse } from "./write-response.ts";

interface ChatApiOptions {
  readonly service: ChatService;
  readonly apiKey: string;
  /** Names it answers to. */
  readonly models: ReadonlySet<string>;
  /** Longer prompts are refused. */
  readonly contextTokens: number;
  /** Milliseconds. */
  readonly now: () => number;
}

const minCachedTokens = 1_024;
const cacheLifetimeMilliseconds = 30 * 60_000;

const json = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): WireResponse => ({
  status,
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** As the service shows a key that it does not know. */
const masked = (key: string): string =>
  key.length < 12
    ? "*".repeat(key.length)
    : `${key.slice(0, 5)}${"*".repeat(key.length - 9)}${key.slice(-4)}`;

/** OpenAI's chat completions and responses in front of the practice model: what it reads and writes, and what it refuses. */
export class ChatApi {
  private readonly options: ChatApiOptions;
  private readonly base: string;
  private readonly responses: string;
  private readonly marked: PromptCache;
  private readonly automatic: AutomaticCache;

  constructor(options: ChatApiOptions) {
    this.options = options;
    this.base = chatServices[options.service].basePath;
    this.responses = `${this.base}/responses`;
    this.marked = new PromptCache(options.now, minCachedTokens, cacheLifetimeMilliseconds);
    this.automatic = new AutomaticCache(options.now);
  }

  /** Asked with the key in OpenAI's header and no version of Anthropic's. */
  isAsked({ path, headers }: WireRequest): boolean {
    return (
      path.startsWith(`${this.base}/chat/`) ||
      path.startsWith(this.responses) ||
      (path.startsWith(`${this.base}/models`) &&
        headers.authorization !== undefined &&
        headers["anthropic-version"] === undefined)
    );
  }

  /** What the practice model is to answer; a response at once where it is not asked for a completion. */
  read({ method, path, headers, body }: WireRequest): Asked | WireResponse {
    this.checkKey(headers.authorization);
    const factsOf = (id: string) => ({ id, object: "model", created: 1_735_689_600, owned_by: "drover" });
    if (method === "GET" && path === `${this.base}/models`)
      return json(200, { object: "list", data: [...this.options.models].map(factsOf) });
    if (method === "GET" && path.startsWith(`${this.base}/models/`)) {
      const id = decodeURIComponent(path.slice(`${this.base}/models/`.length));
      this.checkModel(id);
      return json(200, factsOf(id));
    }
    const { service } = this.options;
    if (method === "POST" && path === `${this.base}/chat/completions`)
      return this.readChat(parseChatRequest(parsed(body), service));
    if (method === "POST" && path === this.responses && service === "openai")
      return this.readChat(parseResponsesRequest(parsed(body)));
    throw new ChatError(`Invalid URL (${method} ${path})`, { status: 404 });
  }

  /** The practice model's answer on this wire. */
  write(answer: Extract<Answer, { kind: "json" }>, { path }: WireRequest): WireResponse {
    const created = Math.floor(this.options.now() / 1_000);
    const message = answer.body as ReturnType<typeof writeMessage>;
    if (path === this.responses) return json(200, writeResponse(message, created));
    const { reasoningField } = chatServices[this.options.service];
    return json(200, writeCompletion(message, created, reasoningField));
  }

  failure(error: unknown): WireResponse {
    const known = error instanceof ApiError ? toChatError(error) : error;
    const { status, headers, body } =
      known instanceof ChatError
        ? { status: known.status, headers: known.headers, body: known.body() }
        : { status: 500, headers: {}, body: { error: { message: String(error), type: "server_error" } } };
    return json(status, body, headers);
  }

  private readChat(chat: ChatRequest): Asked {
    this.checkModel(chat.model);
    const request = toMessages(chat);
    const inputUsage = this.inputUsageOf(chat, request);
    const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens } = inputUsage;
    const total = input_tokens + cache_read_input_tokens + cache_creation_input_tokens;
    if (total > this.options.contextTokens) {
      throw new ChatError(
        `This model's maximum context length is ${this.options.contextTokens} tokens. However, your messages resulted in ${total} tokens. Please reduce the length of the messages.`,
        { param: "messages", code: "context_length_exceeded" },
      );
    }
    return { request, inputUsage };
  }

  private inputUsageOf({ prompt_cache_options: options }: ChatRequest, request: MessagesRequest) {
    return options?.mode === "explicit" ? this.marked.use(request) : this.automatic.use(request);
  }

  private checkModel(model: string): void {
    if (this.options.models.has(model)) return;
    throw new ChatError(`The model \`${model}\` does not exist or you do not have access to it.`, {
      status: 404,
      code: "model_not_found",
    });
  }

  private checkKey(authorization: string | undefined): void {
    if (!chatServices[this.options.service].asksForKey) return;
    const given = /^Bearer (.+)$/i.exec(authorization ?? "")?.[1];
    if (given === undefined) {
      throw new ChatError(
        "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
        { status: 401 },
      );
    }
    const [a, b] = [Buffer.from(given), Buffer.from(this.options.apiKey)];
    if (a.length === b.length && timingSafeEqual(a, b)) return;
    throw new ChatError(`Incorrect API key provided: ${masked(given)}.`, {
      status: 401,
      code: "invalid_api_key",
    });
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new ChatError(
      "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)",
    );
  }
}
