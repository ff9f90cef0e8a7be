import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DroverError } from "../errors/drover-error.ts";
import { loopbackObjection } from "./loopback-guard.ts";
import type { WireResponse, WireService } from "./wire.ts";

export const loopbackHost = "127.0.0.1";

export interface LoopbackServer {
  readonly url: string;
  readonly port: number;
  /** Waits up to half a second for answers under way, then cuts the connections. Idempotent. */
  close(): Promise<void>;
}

interface LoopbackServerOptions {
  readonly answer: WireService;
  /** 0: any free one. */
  readonly port?: number | undefined;
  readonly bodyLimitBytes: number;
  /** What the service it stands in for answers to a larger body. */
  readonly tooLarge: WireResponse;
}

const closeGraceMilliseconds = 500;

/** Serves a WireService on 127.0.0.1 alone, to clients of this machine alone. */
export async function startLoopbackServer(options: LoopbackServerOptions): Promise<LoopbackServer> {
  const server = createServer({ requestTimeout: 60_000 }, (request, response) => {
    void exchange(options, request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 30_000;
  await listening(
    options.port ?? 0,
    (port, done) => server.listen({ port, host: loopbackHost }, done),
    server,
  );
  const { port } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= new Promise((resolve) => {
      const cut = setTimeout(() => server.closeAllConnections(), closeGraceMilliseconds);
      server.close(() => {
        clearTimeout(cut);
        resolve();
      });
      server.closeIdleConnections();
    });
    return closed;
  };
  return { url: `http://${loopbackHost}:${port}`, port, close };
}

/** Waits for a server to listen; a port that is taken becomes an error that names it. */
export async function listening(
  port: number,
  listen: (port: number, done: () => void) => void,
  server: {
    once(event: "error", listener: (error: Error) => void): unknown;
    removeListener(event: "error", listener: (error: Error) => void): unknown;
  },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error): void => reject(portError(port, error));
    server.once("error", fail);
    listen(port, () => {
      server.removeListener("error", fail);
      resolve();
    });
  });
}

export function portError(port: number, error: unknown): DroverError {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const why =
    code === "EADDRINUSE"
      ? "is in use"
      : code === "EACCES"
        ? "may not be used by this user"
        : `cannot be used: ${String(error)}`;
  return new DroverError("ConfigurationInvalid", `Port ${port} on ${loopbackHost} ${why}.`, {
    advice: ["Stop what holds it or choose another port."],
    cause: error,
  });
}

async function exchange(
  options: LoopbackServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A client that goes away in the middle is no error of ours.
  request.on("error", () => undefined);
  response.on("error", () => undefined);
  const objection = loopbackObjection(request.headers);
  if (objection) {
    send(response, { status: 403, headers: { "content-type": "text/plain" }, body: `${objection}\n` }, true);
    return;
  }
  const body = await readBody(request, options.bodyLimitBytes);
  if (body === null) {
    send(response, options.tooLarge, true);
    return;
  }
  const target = request.url ?? "/";
  const mark = target.indexOf("?");
  const answer = await options.answer({
    method: request.method ?? "GET",
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    headers: joinedHeaders(request),
    body,
  });
  send(response, answer, false);
}

/** The body, or null when it is too large: it is then read and dropped, so that the client gets to read the answer. */
async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= limitBytes) chunks.push(chunk);
    else if (size > limitBytes * 4) break;
    else chunks.length = 0;
  }
  if (size > limitBytes) return null;
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

function joinedHeaders(request: IncomingMessage): Readonly<Record<string, string>> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(",") : value;
  }
  return joined;
}

function send(response: ServerResponse, answer: WireResponse, close: boolean): void {
  const body = typeof answer.body === "string" ? Buffer.from(answer.body) : answer.body;
  for (const [name, value] of Object.entries(answer.headers)) {
    response.setHeader(name, typeof value === "string" ? value : [...value]);
  }
  if (close) response.setHeader("connection", "close");
  response.writeHead(answer.status, { "content-length": body.length });
  response.end(body);
}
