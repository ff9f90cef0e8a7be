import { once } from "node:events";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";

/** What RFC 002 calls a step's result, and its errors: nothing here is taken from the server's code. */
export interface RfcResult {
  readonly observation: {
    readonly elementText: string;
    readonly last: { readonly ok: boolean; readonly message: string } | null;
    readonly picture?: { readonly base64: string };
    readonly tools?: readonly { readonly name: string; readonly input_schema: object }[];
    readonly result?: string;
    readonly error?: { readonly message: string } | null;
    readonly stepsLeft: number;
  };
  readonly reward: number | null;
  readonly done: boolean;
  readonly metadata: {
    readonly task_id: string;
    readonly seed: number;
    readonly truncated?: boolean;
    readonly reason?: string;
    readonly rubric?: readonly { readonly part: string; readonly score: number; readonly value: number }[];
  };
}

export interface RfcError {
  readonly code: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

/** A session over `/ws`, written from the public RFCs alone: one JSON message there, one back. */
export class RfcClient {
  readonly #socket: WebSocket;
  readonly #answers: string[] = [];
  readonly #waiting: ((text: string) => void)[] = [];

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#answers.push(String(data));
      else next(String(data));
    });
  }

  static async connect(url: string, headers: Record<string, string> = {}): Promise<RfcClient> {
    const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, { headers });
    const client = new RfcClient(socket);
    await once(socket, "open");
    onTestFinished(() => socket.terminate());
    return client;
  }

  /** The next message, not parsed. */
  next(): Promise<string> {
    const there = this.#answers.shift();
    return there === undefined
      ? new Promise((resolve) => this.#waiting.push(resolve))
      : Promise.resolve(there);
  }

  async raw(text: string): Promise<string> {
    this.#socket.send(text);
    return this.next();
  }

  async send(type: string, data?: object): Promise<{ readonly type: string; readonly data: unknown }> {
    return JSON.parse(await this.raw(JSON.stringify(data === undefined ? { type } : { type, data })));
  }

  async #observed(type: "reset" | "step", data: object): Promise<RfcResult> {
    const answer = await this.send(type, data);
    if (answer.type !== "observation") throw new Error(JSON.stringify(answer.data));
    return answer.data as RfcResult;
  }

  reset = (data: object = {}): Promise<RfcResult> => this.#observed("reset", data);
  step = (action: object): Promise<RfcResult> => this.#observed("step", action);
  state = async (): Promise<Record<string, unknown>> =>
    (await this.send("state")).data as Record<string, unknown>;

  async error(type: string, data?: object): Promise<RfcError> {
    const answer = await this.send(type, data);
    if (answer.type !== "error") throw new Error(`no error but ${JSON.stringify(answer)}`);
    return answer.data as RfcError;
  }

  async close(): Promise<void> {
    const closed = once(this.#socket, "close");
    this.#socket.send(JSON.stringify({ type: "close" }));
    await closed;
  }

  /** When the server ends the connection. */
  async ended(): Promise<void> {
    if (this.#socket.readyState !== WebSocket.CLOSED) await once(this.#socket, "close");
  }
}
