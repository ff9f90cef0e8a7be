import { Client } from "@modelcontextprotocol/sdk/client";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { ToolServer } from "../contracts/agent/tool-server.ts";

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** `fetch` whose answers end with an error when they are longer. */
const boundedFetch =
  (longestBytes: number): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init);
    if (response.body === null) return response;
    let read = 0;
    const bounded = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength;
        if (read > longestBytes)
          controller.error(new Error(`the result is longer than ${longestBytes} bytes`));
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(bounded), { status, statusText, headers });
  };

/** How a server is reached, and by whom its secrets are read. */
export interface ToolAccess {
  readonly server: ToolServer;
  /** Where a command is started; absent: where this process was. */
  readonly directory?: string | undefined;
  /** The value that is behind a keySource. */
  readonly secretOf: (source: string) => Promise<string>;
}

/** A server that answers, until `use` has ended. */
export interface ToolConnection {
  readonly client: Client;
  /** Milliseconds that a call may take. */
  readonly timeout: number;
  /** Milliseconds that anything else may take. */
  readonly greetingTimeout: number;
}

/** With a call of 120 s, the longest that a config can ask for, it stays below the 170 s of the function that makes it. */
const longestGreetingMilliseconds = 20_000;

/** More than any answer that a model could be told. */
const longestAnswerBytes = 4 * 1024 * 1024;

/**
 * Connects, lets `use` ask, and closes in any case: a command's process ends, a session is given up. What is thrown says
 * nothing of the values of secrets.
 */
export async function withToolServer<Result>(
  access: ToolAccess,
  use: (connection: ToolConnection) => Promise<Result>,
): Promise<Result> {
  const { server } = access;
  const secrets: string[] = [];
  const timeout = server.timeoutSeconds * 1_000;
  const greetingTimeout = Math.min(timeout, longestGreetingMilliseconds);
  // No sampling, no elicitation, no roots: a server can ask nothing of the farm.
  const client = new Client({ name: "drover", version: "1" });
  try {
    const transport = await openTransport(access, secrets);
    try {
      await client.connect(transport, { timeout: greetingTimeout });
      return await use({ client, timeout, greetingTimeout });
    } finally {
      if (transport instanceof StreamableHTTPClientTransport) await givenUp(transport);
      await client.close();
      await transport.close();
    }
  } catch (error) {
    throw withoutValues(error, secrets);
  }
}

async function openTransport({ server, directory, secretOf }: ToolAccess, secrets: string[]) {
  const values = async (settings: Readonly<Record<string, string | { readonly keySource: string }>>) => {
    const read = Object.entries(settings).map(async ([name, setting]) => {
      if (typeof setting === "string") return [name, setting] as const;
      const value = await secretOf(setting.keySource);
      secrets.push(value);
      return [name, value] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  };
  if ("command" in server) {
    const { command, args } = server;
    const cwd = directory === undefined ? {} : { cwd: directory };
    // What it writes to standard error may be anything, and belongs in no log of ours.
    return new StdioClientTransport({
      command,
      args,
      env: await values(server.env),
      stderr: "ignore",
      maxBufferSize: longestAnswerBytes,
      ...cwd,
    });
  }
  return new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: await values(server.headers) },
    // Its headers go to no other origin.
    redirectPolicy: "same-origin",
    fetch: boundedFetch(longestAnswerBytes),
  });
}

/** A server may know no sessions, or be gone. */
const givenUp = (transport: StreamableHTTPClientTransport): Promise<void> =>
  transport.terminateSession().catch(() => {});

function withoutValues(error: unknown, secrets: readonly string[]): Error {
  const said = error instanceof Error ? error.message : String(error);
  const told = secrets
    .filter((value) => value !== "")
    .reduce((text, value) => text.replaceAll(value, "***"), said);
  const kept = new Error(told.slice(0, 500));
  kept.name = error instanceof Error ? error.name : "Error";
  return kept;
}
