import type { JsonValue } from "../src/expression/json-value.ts";
import { type EngineStart, type RunningEngine, startEngine } from "../src/start-engine.ts";

export const ROLE = "arn:aws:iam::111111111111:role/test";

/** Answers of a stand-in for a service, reached through a real SDK client's `requestHandler`. */
export interface ServiceCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonValue;
}

export interface ServiceAnswer {
  readonly statusCode?: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

export interface EventShown {
  readonly id: number;
  readonly previousEventId: number;
  readonly type: string;
  readonly [details: string]: unknown;
}

/** A service that the SDK believes it reaches over HTTP. */
export function serviceHandler(answer: (call: ServiceCall) => ServiceAnswer | Promise<ServiceAnswer>) {
  return {
    metadata: { handlerProtocol: "h1" },
    async handle(request: { path: string; headers: Record<string, string>; body?: unknown }) {
      const text =
        request.body === undefined ? "null" : Buffer.from(request.body as Uint8Array | string).toString();
      const body = (text === "" ? null : JSON.parse(text)) as JsonValue;
      const { statusCode = 200, headers = {}, body: answered } = await answer({ ...request, body });
      return { response: { statusCode, headers, body: Buffer.from(JSON.stringify(answered)) } };
    },
  };
}

export interface Ran {
  readonly executionArn: string;
  readonly status: string;
  readonly output: unknown;
  readonly error?: string;
  readonly cause?: string;
  readonly events: readonly EventShown[];
  readonly types: readonly string[];
}

/** An engine and the few calls tests make of it, in this process and without HTTP. */
export class EngineUnderTest {
  readonly engine: RunningEngine;
  #machines = 0;

  private constructor(engine: RunningEngine) {
    this.engine = engine;
  }

  static async start(options: Partial<EngineStart> = {}): Promise<EngineUnderTest> {
    const base = { dataDir: null, port: null, region: "us-east-1", accountId: "111111111111" };
    return new EngineUnderTest(await startEngine({ ...base, ...options }));
  }

  async call<T = Record<string, unknown>>(action: string, request: Record<string, unknown>): Promise<T> {
    return (await this.engine.api.call(action, request)) as T;
  }

  async create(definition: object, type: "STANDARD" | "EXPRESS" = "STANDARD"): Promise<string> {
    this.#machines += 1;
    const request = {
      name: `machine-${this.#machines}`,
      definition: JSON.stringify({ QueryLanguage: "JSONata", ...definition }),
      roleArn: ROLE,
      type,
    };
    return (await this.call<{ stateMachineArn: string }>("CreateStateMachine", request)).stateMachineArn;
  }

  async begin(definition: object, input: unknown = {}): Promise<string> {
    const stateMachineArn = await this.create(definition);
    const request = { stateMachineArn, input: JSON.stringify(input) };
    return (await this.call<{ executionArn: string }>("StartExecution", request)).executionArn;
  }

  async run(definition: object, input: unknown = {}): Promise<Ran> {
    return await this.ended(await this.begin(definition, input));
  }

  async history(executionArn: string): Promise<readonly EventShown[]> {
    const request = { executionArn, maxResults: 1000 };
    return (await this.call<{ events: EventShown[] }>("GetExecutionHistory", request)).events;
  }

  /** Waits for the end of an execution, asking less and less often; gives up after fifty seconds: the machine may be busy. */
  async ended(executionArn: string): Promise<Ran> {
    const deadline = performance.now() + 50_000;
    for (let pause = 0; ; pause = Math.min(pause + 1, 20)) {
      const description = await this.call<Record<string, string>>("DescribeExecution", { executionArn });
      if (description.status !== "RUNNING") return await this.#shown(executionArn, description);
      if (performance.now() > deadline) throw new Error(`${executionArn} still runs`);
      // Without a pause it would take the processor that the execution needs.
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  async #shown(executionArn: string, description: Record<string, string>): Promise<Ran> {
    const events = await this.history(executionArn);
    const { status = "", output, error, cause } = description;
    return {
      executionArn,
      status,
      output: output === undefined ? undefined : JSON.parse(output),
      ...(error === undefined ? {} : { error }),
      ...(cause === undefined ? {} : { cause }),
      events,
      types: events.map(({ type }) => type),
    };
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}
