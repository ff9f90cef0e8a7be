import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { DeviceId } from "#shared/contracts/ids.ts";
import { UIAction } from "#shared/contracts/protocol/ui-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { problemOf } from "#shared/errors/problem-of.ts";
import type { HttpAnswer } from "../requests/answer-device-request.ts";

export interface HostApi {
  answer(
    deviceId: DeviceId,
    request: { type: "ui-tree" } | { type: "execute"; action: UIAction },
  ): Promise<HttpAnswer>;
  health(): HttpAnswer;
  metrics(): string;
  newId(): string;
}

export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}

const largestBodyBytes = 64 * 1024;

/**
 * The host's own API for people and tools on this machine. On the loopback only; every request needs the token, and its
 * Host and Origin must be this server's, so that no web page can reach it. Rejects with EADDRINUSE and its kin.
 */
export async function startHttpServer(api: HostApi, token: string, wantedPort: number): Promise<HttpServer> {
  let port = wantedPort;
  const server = createServer((request, response) => {
    void handle(request, api, token, port)
      .catch((error: unknown): Reply => {
        const body = problemOf(error, { instance: request.url ?? "/", requestId: api.newId() });
        return json({ status: body.status, body });
      })
      .then((reply) => send(response, reply));
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(wantedPort, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (typeof address === "object" && address !== null) port = address.port;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const json = ({ status, body }: HttpAnswer): Reply => ({
  status,
  type: status >= 400 ? "application/problem+json" : "application/json",
  text: JSON.stringify(body),
});

async function handle(request: IncomingMessage, api: HostApi, token: string, port: number): Promise<Reply> {
  requireLocal(request, port);
  requireToken(request, token);
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const route = `${request.method} ${pathname}`;
  if (route === "GET /health") return json(api.health());
  if (route === "GET /metrics")
    return { status: 200, type: "text/plain; version=0.0.4", text: api.metrics() };
  const match = /^(GET|POST) \/device\/([^/]+)\/(ui-tree|execute)$/.exec(route);
  const operation = match === null ? "" : `${match[1]} ${match[3]}`;
  const deviceId = DeviceId.safeParse(decode(match?.[2] ?? ""));
  if (!deviceId.success) throw new DroverError("NotFound", `there is no ${route}`);
  if (operation === "GET ui-tree") return json(await api.answer(deviceId.data, { type: "ui-tree" }));
  if (operation === "POST execute") {
    const action = await readAction(request);
    return json(await api.answer(deviceId.data, { type: "execute", action }));
  }
  throw new DroverError("NotFound", `there is no ${route}`);
}

/** A name that a hostile page made point here is not this server's name (DNS rebinding). */
function requireLocal({ headers }: IncomingMessage, port: number): void {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`];
  const local = names.includes(headers.host ?? "");
  const sameOrigin =
    headers.origin === undefined || names.some((name) => headers.origin === `http://${name}`);
  if (!local || !sameOrigin)
    throw new DroverError("Forbidden", "this API answers programs on this machine only");
}

function requireToken({ headers }: IncomingMessage, token: string): void {
  const sent = Buffer.from(headers.authorization ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  if (sent.length === wanted.length && timingSafeEqual(sent, wanted)) return;
  throw new DroverError("Unauthorized", "the request has no valid token", {
    advice: ["Send 'Authorization: Bearer <token>' with the token that the host printed when it started."],
  });
}

async function readAction(request: IncomingMessage): Promise<UIAction> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > largestBodyBytes)
      throw new DroverError("InvalidRequest", `the body is larger than ${largestBodyBytes} bytes`);
    chunks.push(bytes);
  }
  const parsed = UIAction.safeParse(parseJson(Buffer.concat(chunks).toString("utf8")));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`);
  throw new DroverError("InvalidRequest", problems.slice(0, 5).join("; "));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DroverError("InvalidRequest", "the body is not JSON");
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}

function send(response: ServerResponse, { status, type, text }: Reply): void {
  response.writeHead(status, {
    "content-type": type,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
  });
  response.end(text);
}
