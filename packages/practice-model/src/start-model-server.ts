import { randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, answerRequest, promptIn, roleQuestionIn } from "./answer-request.ts";
import { ApiError } from "./api-error.ts";
import { ChatApi } from "./chat/chat-api.ts";
import type { ChatService } from "./chat/chat-service.ts";
import { type MessagesRequest, parseMessagesRequest } from "./messages-request.ts";
import { PromptCache } from "./prompt-cache.ts";
import { RequestLimit } from "./request-limit.ts";
import { Scenario, type ScenarioInput } from "./scenario.ts";
import { ScenarioPlayer } from "./scenario-player.ts";
import { serve, type WireRequest, type WireResponse } from "./serve.ts";
import type { Asked } from "./write-message.ts";

export const practiceModel = "practice-1";

export interface ModelServerOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Made up when absent. */
  readonly apiKey?: string;
  readonly script?: ScenarioInput;
  /** Milliseconds; for how long prompts stay in the cache. */
  readonly now?: () => number;
  /** Chat completions refuse longer prompts. */
  readonly contextTokens?: number;
  /** Another model's name that it answers to, so that a script can stand in for that model. */
  readonly playedModel?: string | undefined;
  /** Whose chat completions it speaks, with that one's paths, keys and refusals; OpenAI's when absent. */
  readonly service?: ChatService | undefined;
  /** Every answer takes so long, beside what the script says: what a real model's does is of the order of seconds. */
  readonly latencyMilliseconds?: number | undefined;
  /** More are refused with 429, and each answer of the Messages API tells what is left, as Anthropic's does. */
  readonly requestsPerMinute?: number | undefined;
}

export interface ModelServer {
  readonly url: string;
  readonly apiKey: string;
  readonly model: typeof practiceModel;
  /** The newest requests for messages, at most 200, for tests to look at. */
  readonly requests: readonly MessagesRequest[];
  /** The newest requests of any kind as they came over the wire, at most 200. */
  readonly received: readonly WireRequest[];
  /** Scripted answers not given yet. */
  readonly scriptRemaining: () => number;
  /** Cuts what is in flight; idempotent. */
  close(): Promise<void>;
}

const usualContextTokens = 1_050_000;
/** As the real API: larger bodies are answered 413. */
const largestBodyBytes = 32 * 1024 * 1024;
const keptRequests = 200;

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new ApiError("invalid_request_error", "The request body is not valid JSON");
  }
}

/** The SDK sends the key as a bearer token since its version 1; curl examples use `x-api-key`. Both are taken. */
function givenKey(request: WireRequest): string | undefined {
  const header = request.headers["x-api-key"];
  if (header !== undefined) return header;
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
}

function checkHeaders(request: WireRequest, apiKey: string): void {
  const given = givenKey(request);
  if (given === undefined) throw new ApiError("authentication_error", "x-api-key header is required");
  const [a, b] = [Buffer.from(given), Buffer.from(apiKey)];
  if (a.length !== b.length || !timingSafeEqual(a, b))
    throw new ApiError("authentication_error", "invalid x-api-key");
  if (request.headers["anthropic-version"] === undefined) {
    throw new ApiError("invalid_request_error", "anthropic-version: header is required");
  }
}

const modelInfo = {
  type: "model",
  id: practiceModel,
  display_name: "Drover practice model",
  created_at: "2025-01-01T00:00:00Z",
};
const modelList = { data: [modelInfo], has_more: false, first_id: practiceModel, last_id: practiceModel };

const json = (status: number, body: unknown): WireResponse => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const newRequestId = (): string => `req_${randomUUID().replaceAll("-", "").slice(0, 24)}`;

function failure(error: ApiError, requestId: string): WireResponse {
  const { status, headers, body } = json(error.status, error.body(requestId));
  return { status, headers: { ...headers, ...error.headers, "request-id": requestId }, body };
}

function keep<Item>(items: Item[], item: Item): void {
  items.push(item);
  if (items.length > keptRequests) items.shift();
}

class HangUp extends Error {}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

class PracticeServer {
  readonly requests: MessagesRequest[] = [];
  readonly received: WireRequest[] = [];
  readonly player: ScenarioPlayer;
  private readonly apiKey: string;
  private readonly names: ReadonlySet<string>;
  private readonly cache: PromptCache;
  private readonly chat: ChatApi;
  private readonly latencyMilliseconds: number;
  private readonly limit: RequestLimit | undefined;
  /** Ends delays when the server closes. */
  private readonly closing = new AbortController();

  constructor(
    apiKey: string,
    script: Scenario,
    {
      now = Date.now,
      contextTokens = usualContextTokens,
      playedModel,
      service = "openai",
      latencyMilliseconds = 0,
      requestsPerMinute,
    }: ModelServerOptions,
  ) {
    this.apiKey = apiKey;
    this.latencyMilliseconds = latencyMilliseconds;
    this.names = new Set(playedModel === undefined ? [practiceModel] : [practiceModel, playedModel]);
    this.limit = requestsPerMinute === undefined ? undefined : new RequestLimit(requestsPerMinute, now);
    this.cache = new PromptCache(now);
    this.chat = new ChatApi({ service, apiKey, models: this.names, contextTokens, now });
    this.player = new ScenarioPlayer(script);
  }

  /** Throws to hang up. */
  async answer(request: WireRequest): Promise<WireResponse> {
    const requestId = newRequestId();
    keep(this.received, request);
    const isChat = this.chat.isAsked(request);
    try {
      const { headers, ...answer } = await (isChat ? this.routeChat(request) : this.route(request));
      return { ...answer, headers: { ...headers, [isChat ? "x-request-id" : "request-id"]: requestId } };
    } catch (error) {
      if (this.closing.signal.aborted || error instanceof HangUp) throw error;
      if (isChat) return this.chat.failure(error);
      const message = error instanceof Error ? error.message : String(error);
      return failure(error instanceof ApiError ? error : new ApiError("api_error", message), requestId);
    }
  }

  close(): void {
    this.closing.abort();
  }

  private async route(request: WireRequest): Promise<WireResponse> {
    const { method, path } = request;
    checkHeaders(request, this.apiKey);
    if (method === "POST" && path === "/v1/messages") return this.createMessage(request);
    if (method === "GET" && path === "/v1/models") return json(200, modelList);
    if (method === "GET" && path.startsWith("/v1/models/")) {
      const id = decodeURIComponent(path.slice("/v1/models/".length));
      if (this.names.has(id)) return json(200, { ...modelInfo, id });
      throw new ApiError("not_found_error", `model: ${id}`);
    }
    throw new ApiError("not_found_error", "Not found");
  }

  private async createMessage(request: WireRequest): Promise<WireResponse> {
    const message = parseMessagesRequest(parsed(request.body));
    if (!this.names.has(message.model)) throw new ApiError("not_found_error", `model: ${message.model}`);
    const limits = this.limit?.take();
    const answer = await this.think({ request: message, inputUsage: this.cache.use(message) }, request);
    if (answer.kind === "json") {
      const { headers, ...response } = json(200, answer.body);
      return { ...response, headers: { ...headers, ...limits } };
    }
    return { status: answer.status, headers: { "content-type": answer.contentType }, body: answer.body };
  }

  private async routeChat(request: WireRequest): Promise<WireResponse> {
    const asked = this.chat.read(request);
    if ("status" in asked) return asked;
    this.limit?.take();
    const answer = await this.think(asked, request);
    if (answer.kind === "json") return this.chat.write(answer, request);
    return { status: answer.status, headers: { "content-type": answer.contentType }, body: answer.body };
  }

  /** One brain and one script behind both wires. */
  private async think(asked: Asked, wire: WireRequest): Promise<Extract<Answer, { kind: "json" | "other" }>> {
    const { request: message } = asked;
    keep(this.requests, message);
    const view = promptIn(message);
    const question = roleQuestionIn(message);
    const entry = this.player.next(question?.role ?? "agent", question?.text ?? view?.task ?? "");
    const delayMilliseconds = this.latencyMilliseconds + (entry?.delayMilliseconds ?? 0);
    if (delayMilliseconds > 0) await sleep(delayMilliseconds, undefined, { signal: this.closing.signal });
    const answer = answerRequest(asked, view, entry);
    if (answer.kind === "silent") await aborted(AbortSignal.any([this.closing.signal, wire.gone]));
    if (answer.kind === "silent" || answer.kind === "hangUp") throw new HangUp("the script says so");
    return answer;
  }
}

/**
 * Starts the practice model on loopback, behind the Messages API and behind chat completions.
 * @throws ZodError for a script that is not a Scenario; Error that names the port when it cannot be had
 */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const apiKey = options.apiKey ?? `sk-practice-${randomBytes(12).toString("hex")}`;
  const practice = new PracticeServer(apiKey, Scenario.parse(options.script ?? []), options);
  const server = await serve({
    answer: (request) => practice.answer(request),
    port: options.port ?? 0,
    largestBodyBytes,
    tooLarge: failure(new ApiError("request_too_large", "Request exceeds the maximum size"), newRequestId()),
  });
  return {
    url: server.url,
    apiKey,
    model: practiceModel,
    requests: practice.requests,
    received: practice.received,
    scriptRemaining: () => practice.player.remaining,
    close() {
      practice.close();
      return server.close();
    },
  };
}
