import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Engine } from "../engine/engine.ts";
import { answer } from "./answer.ts";

/** Room for the largest payload of the service (a definition of 1 MiB, escaped) and its envelope. */
const LARGEST_BODY_BYTES = 8 * 1024 * 1024;

export interface ListeningServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves the API on loopback. */
export async function serve(engine: Engine, host: string, port: number): Promise<ListeningServer> {
  const server = createServer((request, response) => {
    handle(engine, request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return { port: address.port, close: () => close(server) };
}

async function handle(engine: Engine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (isForeign(request)) {
    response.writeHead(403, { "content-type": "application/x-amz-json-1.0" });
    response.end('{"__type":"AccessDeniedException","message":"Requests from web pages are refused."}');
    return;
  }
  const body = await readBody(request);
  if (body === undefined) {
    response.writeHead(413, { connection: "close" });
    response.end();
    return;
  }
  const target = request.headers["x-amz-target"];
  const answered = await answer(engine, typeof target === "string" ? target : undefined, body);
  response.writeHead(answered.statusCode, {
    ...answered.headers,
    "content-length": Buffer.byteLength(answered.body),
  });
  response.end(answered.body);
}

const LOOPBACK_HOST = /^(?:sync-)?(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

/** A page in a browser must not drive the engine: neither across origins nor through a name rebound to loopback. */
function isForeign(request: IncomingMessage): boolean {
  return request.headers.origin !== undefined || !LOOPBACK_HOST.test(request.headers.host ?? "");
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > LARGEST_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
