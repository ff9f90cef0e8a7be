import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A server on loopback that answers each request as the test says, the newest `answer` last. */
export async function startApiServer() {
  const asked: { method: string; url: string; headers: IncomingMessage["headers"]; body: string }[] = [];
  const answers: Answer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    asked.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
    const answer = answers.shift();
    if (answer === undefined) response.destroy();
    else answer(request, response, body);
  });
  // Longer than any test: a connection that is closed for being idle looks like an API that hangs up.
  server.keepAliveTimeout = 600_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    apiUrl: `http://127.0.0.1:${port}`,
    asked,
    /** What the next requests get, in this order. */
    answer: (...next: readonly Answer[]) => answers.push(...next),
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export const json =
  (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(value));
  };

/** Server-sent events; `hangUp` breaks the connection instead of ending it. */
export const stream =
  (text: string, hangUp = false): Answer =>
  (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(text, () => (hangUp ? response.destroy() : response.end()));
  };
