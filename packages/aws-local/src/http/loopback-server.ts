import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { StartRefused } from "../start-refused.ts";
import { loopbackObjection } from "./loopback-guard.ts";
import type { WireRequest, WireResponse, WireService } from "./wire.ts";

export const loopbackHost = "127.0.0.1";

export interface LoopbackServer {
  readonly url: string;
  readonly port: number;
  /** Waits up to half a second for answers under way, then cuts the connections. Idempotent. */
  close(): Promise<void>;
}

export type RequestHead = Omit<WireRequest, "body" | "gone">;

export interface Upgrade {
  readonly head: RequestHead;
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What came after the head. */
  readonly first: Buffer;
}

interface LoopbackServerOptions {
  /** Refuses a request by its head, before its body is read: nobody fills memory who may not ask. */
  readonly admit?: (head: RequestHead) => Promise<WireResponse | null>;
  readonly answer: WireService;
  /** Origins of web pages that may ask it besides its own. */
  readonly pages?: (() => readonly string[]) | undefined;
  readonly onConnection?: () => void;
  /** Takes over a connection that asks for another protocol, such as WebSocket, and ends it; absent: none may. */
  readonly upgrade?: (upgrade: Upgrade) => void;
  /** 0: any free one. */
  readonly port?: number | undefined;
  readonly bodyLimitBytes: number | ((head: RequestHead) => number);
  /** What the service answers to a larger body. */
  readonly tooLarge: WireResponse;
  /** What it answers to a web page, to another host's name and to a request that is none; absent: plain text. */
  readonly refuse?: (status: 400 | 403, why: string) => WireResponse;
}

const closeGraceMilliseconds = 500;
const headersMilliseconds = 10_000;
const requestMilliseconds = 60_000;
const keepAliveMilliseconds = 30_000;

/**
 * Serves a WireService on 127.0.0.1 alone, to programs of this machine alone. One place bounds what a
 * request may be before anything looks at it. @throws StartRefused when the port cannot be had
 */
export async function startLoopbackServer(options: LoopbackServerOptions): Promise<LoopbackServer> {
  const server = createServer(
    { headersTimeout: headersMilliseconds, requestTimeout: requestMilliseconds },
    (request, response) => {
      void exchange(options, request, response).catch(() => response.destroy());
    },
  );
  if (options.onConnection !== undefined) server.on("connection", options.onConnection);
  const { upgrade } = options;
  if (upgrade !== undefined)
    server.on("upgrade", (request, socket, first) => {
      const objection = objectionTo(request, options.pages?.());
      socket.on("error", () => socket.destroy());
      if (objection === null) upgrade({ head: headOf(request), request, socket, first });
      else refuseUpgrade(socket, objection.status);
    });
  server.keepAliveTimeout = keepAliveMilliseconds;
  await listening(server, options.port ?? 0);
  // A connection that cannot be accepted is its client's trouble.
  server.on("error", () => undefined);
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

export const refuseUpgrade = (socket: Duplex, status: number): void =>
  void socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nconnection: close\r\n\r\n`);

/** A port that is taken becomes an error that names it. */
async function listening(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error): void => reject(portError(port, error));
    server.once("error", fail);
    server.listen({ port, host: loopbackHost }, () => {
      server.removeListener("error", fail);
      resolve();
    });
  });
}

function portError(port: number, error: unknown): StartRefused {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const why =
    code === "EADDRINUSE"
      ? "is in use"
      : code === "EACCES"
        ? "may not be used by this user"
        : `cannot be used: ${String(error)}`;
  return new StartRefused(
    `Port ${port} on ${loopbackHost} ${why}.`,
    "Stop what holds it or choose another port.",
    { port, cause: error },
  );
}

async function exchange(
  options: LoopbackServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A client that goes away in the middle is not an error of ours.
  request.on("error", () => undefined);
  response.on("error", () => undefined);
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const objection = objectionTo(request, options.pages?.());
  if (objection) {
    const { refuse = plainText } = options;
    return send(request, response, refuse(objection.status, objection.why), true);
  }
  const head = headOf(request);
  const refusal = await options.admit?.(head);
  if (refusal) return send(request, response, refusal, hasBody(request));
  const { bodyLimitBytes: limit } = options;
  const body = await readBody(request, typeof limit === "number" ? limit : limit(head));
  if (body === null) return send(request, response, options.tooLarge, true);
  const answer = await options.answer({ ...head, body, gone: gone.signal });
  if (answer.rest === undefined) send(request, response, answer, false);
  else await stream(response, answer, answer.rest, gone.signal);
}

/** Piece by piece as they come, no faster than the client reads. */
async function stream(
  response: ServerResponse,
  { status, headers, body }: WireResponse,
  rest: AsyncIterable<string>,
  gone: AbortSignal,
): Promise<void> {
  writeHeaders(response, headers);
  response.writeHead(status);
  response.write(body);
  for await (const piece of rest) {
    if (gone.aborted) return;
    if (!response.write(piece)) await once(response, "drain", { signal: gone });
  }
  response.end();
}

/** What is not read would be taken for the next request. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

const plainText = (status: number, why: string): WireResponse => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body: `${why}\n`,
});

function objectionTo(
  request: IncomingMessage,
  pages?: readonly string[],
): { readonly status: 400 | 403; readonly why: string } | null {
  const names = request.rawHeaders.filter((_text, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === "host").length > 1) {
    return { status: 400, why: "The request has two Host headers." };
  }
  // Neither `*` nor a whole URL, which only a proxy is asked for, nor what a reader of URLs would take apart in another way.
  if (!/^\/[^\\#]*$/.test(request.url ?? "")) return { status: 400, why: "The request's target is no path." };
  const why = loopbackObjection(request.headers, pages);
  return why === null ? null : { status: 403, why };
}

function headOf(request: IncomingMessage): RequestHead {
  const target = request.url ?? "/";
  const mark = target.indexOf("?");
  return {
    method: request.method ?? "GET",
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    headers: joinedHeaders(request),
  };
}

/** The body, or null when it is too large: it is then read and dropped, so that the client gets to read the answer. */
function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const end = (): void => {
      const [first] = chunks;
      const whole = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
      resolve(size > limitBytes ? null : whole);
    };
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limitBytes) chunks.push(chunk);
      else if (size > limitBytes * 4) {
        request.pause();
        end();
      } else chunks.length = 0;
    });
    request.once("end", end);
    request.once("error", reject);
    request.once("close", () => reject(new Error("The request was cut off.")));
  });
}

function joinedHeaders(request: IncomingMessage): Readonly<Record<string, string>> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(",") : value;
  }
  return joined;
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: WireResponse,
  close: boolean,
): void {
  const body = typeof answer.body === "string" ? Buffer.from(answer.body) : answer.body;
  writeHeaders(response, answer.headers);
  if (close) response.setHeader("connection", "close");
  const bodiless = request.method === "HEAD" || answer.status === 204 || answer.status === 304;
  // To a HEAD a service may name the length of a body that it did not make.
  if (!bodiless || body.length > 0) response.setHeader("content-length", body.length);
  response.writeHead(answer.status);
  response.end(bodiless ? undefined : body);
}

function writeHeaders(response: ServerResponse, headers: WireResponse["headers"]): void {
  response.setHeader("x-content-type-options", "nosniff");
  for (const [name, value] of Object.entries(headers)) {
    response.setHeader(name, typeof value === "string" ? value : [...value]);
  }
}
