import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Aborts when the client goes away before its answer. */
  readonly gone: AbortSignal;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Serving {
  /** One that rejects hangs up. */
  readonly answer: (request: WireRequest) => Promise<WireResponse>;
  readonly port: number;
  readonly largestBodyBytes: number;
  /** What a larger body is answered. */
  readonly tooLarge: WireResponse;
}

const host = "127.0.0.1";
const ownName = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

/** On loopback alone. @throws Error that names the port which cannot be had */
export async function serve({ port, ...serving }: Serving) {
  const server = createServer((request, response) => {
    void exchange(serving, request, response).catch(() => response.destroy());
  });
  await once(server.listen({ port, host }), "listening").catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === "EADDRINUSE" ? "is in use" : `cannot be used: ${cause.message}`;
    throw new Error(`Port ${port} on ${host} ${why}; give another, or 0 for a free one.`, { cause });
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close().closeAllConnections();
      await closed;
    },
  };
}

async function exchange(
  { answer, largestBodyBytes, tooLarge }: Omit<Serving, "port">,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const body = await readBody(request, largestBodyBytes);
  const { method = "GET", url = "/", headers } = request;
  const [path = "/"] = url.split("?", 1);
  const answered = isForeign(request)
    ? {
        status: 403,
        headers: { "content-type": "text/plain" },
        body: "Web pages may not call this server.\n",
      }
    : body === null
      ? tooLarge
      : await answer({ method, path, headers: joined(headers), body, gone: gone.signal });
  const length = Buffer.byteLength(answered.body);
  response.writeHead(answered.status, { ...answered.headers, "content-length": length }).end(answered.body);
}

/** A page in a browser must not ask it: neither across origins nor through a name that was rebound to loopback. */
const isForeign = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined || !ownName.test(headers.host ?? "");

const joined = (headers: IncomingMessage["headers"]): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Null for a larger one, which is read to its end so that the client gets to read the answer. */
async function readBody(request: IncomingMessage, largestBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > largestBytes) chunks.length = 0;
    else chunks.push(chunk);
  }
  return bytes > largestBytes ? null : Buffer.concat(chunks);
}
