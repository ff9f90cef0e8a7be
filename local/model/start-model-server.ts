import { randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { listening, loopbackHost } from "#shared/http/loopback-server.ts";
import { answerRequest, promptIn } from "./answer-request.ts";
import { ApiError } from "./api-error.ts";
import { type MessagesRequest, parseMessagesRequest } from "./messages-request.ts";
import { Scenario, type ScenarioInput } from "./scenario.ts";
import { ScenarioPlayer } from "./scenario-player.ts";

export const practiceModel = "practice-1";

export interface ModelServerOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Made up when absent. */
  readonly apiKey?: string;
  readonly script?: ScenarioInput;
}

export interface ModelServer {
  readonly url: string;
  readonly apiKey: string;
  readonly model: typeof practiceModel;
  /** The newest requests for messages, at most 200, for tests to look at. */
  readonly requests: readonly MessagesRequest[];
  /** Scripted answers not given yet. */
  readonly scriptRemaining: () => number;
  /** Cuts what is in flight; idempotent. */
  close(): Promise<void>;
}

/** As the real API: larger bodies are answered 413. */
const largestBodyBytes = 32 * 1024 * 1024;
const keptRequests = 200;

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > largestBodyBytes) throw new ApiError("request_too_large", "Request exceeds the maximum size");
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new ApiError("invalid_request_error", "The request body is not valid JSON");
  }
}

/** The SDK sends the key as a bearer token since its version 1; curl examples use `x-api-key`. Both are taken. */
function givenKey(request: IncomingMessage): string | undefined {
  const header = request.headers["x-api-key"];
  if (typeof header === "string") return header;
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
}

function checkHeaders(request: IncomingMessage, apiKey: string): void {
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

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

class PracticeServer {
  readonly requests: MessagesRequest[] = [];
  readonly player: ScenarioPlayer;
  private readonly apiKey: string;
  /** Ends delays when the server closes. */
  private readonly closing = new AbortController();

  constructor(apiKey: string, script: Scenario) {
    this.apiKey = apiKey;
    this.player = new ScenarioPlayer(script);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = `req_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
    response.setHeader("request-id", requestId);
    try {
      await this.route(request, response);
    } catch (error) {
      if (this.closing.signal.aborted || response.headersSent) return void response.destroy();
      const known =
        error instanceof ApiError
          ? error
          : new ApiError("api_error", error instanceof Error ? error.message : String(error));
      sendJson(response, known.status, known.body(requestId), known.headers);
    }
  }

  close(): void {
    this.closing.abort();
  }

  private async route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    checkHeaders(request, this.apiKey);
    if (request.method === "POST" && path === "/v1/messages") return this.createMessage(request, response);
    if (request.method === "GET" && path === "/v1/models") return sendJson(response, 200, modelList);
    if (request.method === "GET" && path === `/v1/models/${practiceModel}`)
      return sendJson(response, 200, modelInfo);
    throw new ApiError("not_found_error", "Not found");
  }

  private async createMessage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = parseMessagesRequest(await readBody(request));
    if (message.model !== practiceModel) throw new ApiError("not_found_error", `model: ${message.model}`);
    this.requests.push(message);
    if (this.requests.length > keptRequests) this.requests.shift();
    const view = promptIn(message);
    const entry = this.player.next(view?.task ?? "");
    if (entry !== undefined && entry.delayMilliseconds > 0) {
      await sleep(entry.delayMilliseconds, undefined, { signal: this.closing.signal });
    }
    const answer = answerRequest(message, view, entry);
    if (answer.kind === "hangUp") response.destroy();
    else if (answer.kind === "json") sendJson(response, 200, answer.body);
    else if (answer.kind === "other")
      response.writeHead(answer.status, { "content-type": answer.contentType }).end(answer.body);
  }
}

/**
 * Starts the practice model on loopback.
 * @throws ZodError for a script that is not a Scenario; ConfigurationInvalid when the port cannot be had
 */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const apiKey = options.apiKey ?? `sk-practice-${randomBytes(12).toString("hex")}`;
  const practice = new PracticeServer(apiKey, Scenario.parse(options.script ?? []));
  const server = createServer((request, response) => void practice.handle(request, response));
  await listening(
    options.port ?? 0,
    (port, done) => server.listen({ port, host: loopbackHost }, done),
    server,
  );
  const { port } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= new Promise((resolve) => {
      practice.close();
      server.close(() => resolve());
      server.closeAllConnections();
    });
    return closed;
  };
  return {
    url: `http://${loopbackHost}:${port}`,
    apiKey,
    model: practiceModel,
    requests: practice.requests,
    scriptRemaining: () => practice.player.remaining,
    close,
  };
}
