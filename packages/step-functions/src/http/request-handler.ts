import type { Engine } from "../engine/engine.ts";
import { answer } from "./answer.ts";

/** The part of the SDK's HttpRequest that carries an API call. */
export interface SdkHttpRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface SdkHttpResponse {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

/**
 * A `requestHandler` for `new SFNClient({ requestHandler })` in the engine's own process: the client stays as it is,
 * its requests do not cross a socket.
 */
export class EngineRequestHandler {
  readonly metadata = { handlerProtocol: "h1" };
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async handle(request: SdkHttpRequest): Promise<{ response: SdkHttpResponse }> {
    const { headers, body } = request;
    const target = headers["x-amz-target"] ?? headers["X-Amz-Target"];
    const answered = await answer(this.#engine, target, bodyText(body));
    return { response: { ...answered, headers: { ...answered.headers }, body: Buffer.from(answered.body) } };
  }

  updateHttpClientConfig(): void {}

  httpHandlerConfigs(): Record<string, never> {
    return {};
  }

  destroy(): void {}
}

function bodyText(body: unknown): string {
  if (typeof body === "string") return body;
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : "";
}
