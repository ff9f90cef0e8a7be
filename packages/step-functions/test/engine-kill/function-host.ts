import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Call {
  readonly key: string;
  readonly atMs: number;
}

export interface FunctionHost {
  readonly url: string;
  readonly calls: readonly Call[];
  /** Tokens by the key of the task that waits for them; a request that was repeated leaves the newest. */
  readonly tokens: ReadonlyMap<string, string>;
  close(): void;
}

/** Lambda's Invoke API with three functions: `echo` gives its key, `flaky` fails the first time, `ask` keeps a token. */
export async function startFunctionHost(): Promise<FunctionHost> {
  const calls: Call[] = [];
  const tokens = new Map<string, string>();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      const { key, token } = JSON.parse(body) as { key: string; token?: string };
      calls.push({ key, atMs: Date.now() });
      if (token !== undefined) tokens.set(key, token);
      response.setHeader("content-type", "application/json");
      if (key.endsWith("/flaky0")) response.setHeader("x-amz-function-error", "Unhandled");
      response.end(key.endsWith("/flaky0") ? '{"errorType":"Flaky"}' : JSON.stringify(key));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    tokens,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
