import { timingSafeEqual } from "node:crypto";
import {
  type LoopbackServer,
  type RequestHead,
  refuseUpgrade,
  startLoopbackServer,
} from "@drover/aws-local/loopback-server";
import { EnvReset, EnvStep } from "#shared/contracts/env/env-messages.ts";
import { fromStartRefused } from "#shared/errors/start-refused.ts";
import type { WireRequest, WireResponse } from "#shared/http/wire.ts";
import { envTools } from "./act.ts";
import { parsedJson, readAs } from "./env-body.ts";
import { asEnvError, EnvError } from "./env-error.ts";
import { envOpenApi, envSchemas } from "./env-openapi.ts";
import { EnvSessions, type EnvSessionsOptions } from "./env-sessions.ts";
import { answerRpc, rpcParseError } from "./mcp.ts";
import { seedSession, verifySession } from "./nemo-gym.ts";
import { createEnvSocket } from "./serve-socket.ts";

export interface EnvServerOptions extends EnvSessionsOptions {
  /** 0: any free one. */
  readonly port: number;
  /** What clients send as `Authorization: Bearer`, or as a password; null: every program of this machine may ask. */
  readonly token: string | null;
  readonly version: string;
}

interface Context extends EnvServerOptions {
  readonly sessions: EnvSessions;
  /** Of clients that name none: the HTTP interface of OpenEnv knows one environment. */
  plain: string | undefined;
}

type Route = (request: WireRequest, context: Context) => Promise<WireResponse>;

const bodyLimitBytes = 5_000_000;
const socketPath = "/ws";
const cookieName = "drover_env";

/** OpenEnv's interface to environments, on this machine alone. @throws ConfigurationInvalid when the port cannot be had */
export async function serveEnv(options: EnvServerOptions): Promise<LoopbackServer> {
  const sessions = new EnvSessions(options);
  const context: Context = { ...options, sessions, plain: undefined };
  const socket = createEnvSocket(sessions, options.version);
  const server = await startLoopbackServer({
    admit: async (head) => (mayAsk(head, options.token) ? null : unauthorized()),
    answer: (request) => answer(request, context).catch(failure),
    upgrade: ({ head, request, socket: stream, first }) => {
      if (head.path !== socketPath) refuseUpgrade(stream, 404);
      else if (!mayAsk(head, options.token)) refuseUpgrade(stream, 401);
      else socket.accept(request, stream, first);
    },
    port: options.port,
    bodyLimitBytes,
    tooLarge: failure(new EnvError("VALIDATION_ERROR", `A body has at most ${bodyLimitBytes} bytes.`)),
  }).catch(async (error: unknown) => {
    await sessions.close();
    throw fromStartRefused(error);
  });
  return {
    ...server,
    async close() {
      socket.close();
      await server.close();
      await sessions.close();
    },
  };
}

const routes: Readonly<Record<string, Route>> = {
  "POST /reset": async (request, context) => {
    const body = json(request);
    const reset = readAs(EnvReset, body);
    const id = sessionOf(request, body) ?? plainSession(context);
    return ok(await context.sessions.use(id, (environment) => environment.reset(reset)));
  },
  "POST /step": async (request, context) => {
    const body = json(request);
    const { action, timeout_s: timeout } = readAs(EnvStep, body);
    const id = sessionOf(request, body) ?? plainSession(context);
    return ok(
      await context.sessions.use(id, (environment) => environment.step(action, timeout ?? undefined)),
    );
  },
  "GET /state": async (request, context) =>
    ok(await context.sessions.use(sessionOf(request) ?? plainSession(context), async ({ state }) => state)),
  "GET /schema": async () => ok(envSchemas),
  "GET /metadata": async (_, { tasks, source, version }) =>
    ok({
      name: "drover",
      description: `${tasks.all.length} tasks on Android phones (${source.name}), judged by the state of the device`,
      version,
      author: "Drover",
    }),
  "GET /health": async () => ok({ status: "healthy" }),
  "GET /openapi.json": async () => ok(envOpenApi),
  "GET /tasks": async (_, { tasks }) =>
    ok({ tasks: tasks.all.map(({ id, tags, request: { task } }) => ({ id, task, tags })) }),
  "POST /mcp": async (request, { sessions, version, plain }) => {
    const sessionId = sessionOf(request) ?? request.headers["mcp-session-id"] ?? plain;
    const body = tryJson(request.body.toString("utf8"));
    const told =
      body === undefined ? rpcParseError() : await answerRpc(body, { sessions, version, sessionId });
    return told === null ? { status: 202, headers: {}, body: "" } : ok(told);
  },
  "POST /seed_session": async (request, { sessions }) => {
    const id = await seedSession(json(request), sessions);
    const cookie = `${cookieName}=${id}; Path=/; HttpOnly; SameSite=Strict`;
    return { ...ok({}), headers: { "content-type": "application/json", "set-cookie": cookie } };
  },
  "POST /verify": async (request, { sessions }) =>
    ok(await verifySession(json(request), seededSession(request), sessions)),
};

async function answer(request: WireRequest, context: Context): Promise<WireResponse> {
  const route = `${request.method} ${request.path}`;
  const known = Object.hasOwn(routes, route) ? routes[route] : undefined;
  if (known !== undefined) return known(request, context);
  const tool = envTools.find(({ name }) => route === `POST /${name}`);
  if (tool === undefined) return { ...ok({ detail: `There is no ${route}.` }), status: 404 };
  // NeMo Gym's agents call a tool by its path.
  const action = {
    type: "call_tool" as const,
    tool_name: tool.name,
    arguments: json(request) as Record<string, never>,
  };
  const { observation, done } = await context.sessions.use(seededSession(request), (environment) =>
    environment.step(action),
  );
  const { elementText, last, stepsLeft, app } = observation;
  return ok({ ...(done ? { ended: true } : { screen: elementText, app: app.name, stepsLeft }), last });
}

/** Named in the body or after `?`. */
function sessionOf({ query }: WireRequest, body?: unknown): string | undefined {
  const named = (body as { readonly session_id?: unknown } | undefined)?.session_id;
  return typeof named === "string" ? named : (new URLSearchParams(query).get("session_id") ?? undefined);
}

/** @throws EnvError CAPACITY_REACHED */
function plainSession(context: Context): string {
  const { sessions } = context;
  const isThere = context.plain !== undefined && sessions.has(context.plain);
  context.plain = isThere ? context.plain : sessions.open().id;
  return context.plain as string;
}

function seededSession({ headers }: WireRequest): string {
  const id = new RegExp(`(?:^|; *)${cookieName}=([^;]+)`).exec(headers.cookie ?? "")?.[1];
  if (id !== undefined) return id;
  throw new EnvError("SESSION_ERROR", "Call /seed_session first and send its cookie.");
}

const json = ({ body }: WireRequest): unknown => (body.length === 0 ? {} : parsedJson(body.toString("utf8")));

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ok = (body: unknown): WireResponse => ({
  status: 200,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(body),
});

const statuses: Readonly<Partial<Record<EnvError["code"], number>>> = {
  INVALID_JSON: 422,
  VALIDATION_ERROR: 422,
  SESSION_ERROR: 404,
  CAPACITY_REACHED: 503,
};

function failure(error: unknown): WireResponse {
  const { code, message, data } = asEnvError(error);
  const { errors, ...rest } = data;
  return { ...ok({ detail: errors ?? message, message, code, ...rest }), status: statuses[code] ?? 500 };
}

const unauthorized = (): WireResponse => {
  const { headers, ...rest } = ok({
    detail: "Send 'Authorization: Bearer <token>' with the server's token.",
  });
  return { ...rest, status: 401, headers: { ...headers, "www-authenticate": 'Bearer realm="drover-env"' } };
};

/** Clients that cannot send a header put the token into the address, as a password. */
function mayAsk({ headers, method, path }: RequestHead, token: string | null): boolean {
  if (token === null || `${method} ${path}` === "GET /health") return true;
  const [scheme = "", given = ""] = (headers.authorization ?? "").split(" ");
  const sent =
    scheme.toLowerCase() === "basic" ? Buffer.from(given, "base64").toString().split(":")[1] : given;
  const [one, other] = [Buffer.from(sent ?? ""), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
