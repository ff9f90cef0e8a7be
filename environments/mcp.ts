import * as z from "zod";
import type { EnvResult } from "#shared/contracts/env/env-messages.ts";
import { envTools } from "./act.ts";
import { asEnvError, EnvError } from "./env-error.ts";
import type { EnvSessions } from "./env-sessions.ts";

const JsonRpcRequest = z.object({
  jsonrpc: z.literal("2.0"),
  method: z.string().min(1).max(200),
  id: z.union([z.string().max(200), z.number(), z.null()]).optional(),
  params: z.record(z.string(), z.unknown()).default({}),
});
const Call = z.object({
  name: z.string().min(1).max(60),
  arguments: z.record(z.string(), z.json()).default({}),
});

/** JSON-RPC's codes. */
const codes = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  server: -32_000,
} as const;
const protocolVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: keyof typeof codes, message: string, data?: unknown) {
    super(message);
    this.code = codes[code];
    this.data = data;
  }
}

export interface McpCaller {
  readonly sessions: EnvSessions;
  readonly version: string;
  /** Of the connection; a request may name another one. */
  readonly sessionId: string | undefined;
}

type Params = Readonly<Record<string, unknown>>;
type Method = (params: Params, caller: McpCaller) => unknown;

/** What an agent may ask. It has no way to reset its environment or to see its reward. */
const methods: Readonly<Record<string, Method>> = {
  initialize: ({ protocolVersion }, { version }) => ({
    protocolVersion: protocolVersions.find((one) => one === protocolVersion) ?? protocolVersions[0],
    capabilities: { tools: {} },
    serverInfo: { name: "drover-env", version },
  }),
  ping: () => ({}),
  "tools/list": () => ({
    tools: envTools.map(({ input_schema: inputSchema, ...tool }) => ({ ...tool, inputSchema })),
  }),
  "tools/call": callTool,
  "openenv/session/create": (_, { sessions, sessionId }) => ({
    session_id: sessionId ?? opened(sessions),
  }),
  "openenv/session/close": ({ session_id: id }, { sessions, sessionId }) => {
    if (typeof id !== "string") throw new RpcError("params", "'session_id' must say which session to close.");
    if (id === sessionId) throw new RpcError("request", "A WebSocket's own session ends with it.");
    if (!sessions.end(id)) throw new RpcError("params", `There is no session '${id.slice(0, 100)}'.`);
    return { session_id: id, closed: true };
  },
};

function opened(sessions: EnvSessions): string {
  try {
    return sessions.open().id;
  } catch (error) {
    const { message, data, code } = asEnvError(error);
    throw new RpcError("server", message, { ...data, code });
  }
}

async function callTool(params: Params, { sessions, sessionId }: McpCaller): Promise<unknown> {
  const call = Call.safeParse(params);
  if (!call.success) throw new RpcError("params", "'name' must say which tool, 'arguments' be an object.");
  const id = typeof params.session_id === "string" ? params.session_id : sessionId;
  if (id === undefined)
    throw new RpcError("params", "Say which session: send 'session_id', or the header Mcp-Session-Id.");
  const { name, arguments: given } = call.data;
  try {
    const action = { type: "call_tool" as const, tool_name: name, arguments: given };
    return toolResult(await sessions.use(id, (environment) => environment.step(action)));
  } catch (error) {
    const { code, message } = asEnvError(error);
    // What the agent can mend is a result.
    if (code === "VALIDATION_ERROR") return { content: [{ type: "text", text: message }], isError: true };
    throw new RpcError(code === "SESSION_ERROR" ? "params" : "server", message, { code });
  }
}

function toolResult({ observation, done }: EnvResult) {
  const { task, elementText, last, stepsLeft, app, picture } = observation;
  const failed = last?.ok === false;
  const lines = done
    ? ["The task has ended."]
    : [
        ...(failed ? [`${last.action} was not done: ${last.message}`] : []),
        `Task: ${task}`,
        `App: ${app.name}. Steps left: ${stepsLeft}.`,
        elementText,
      ];
  const image =
    picture === undefined ? [] : [{ type: "image", data: picture.base64, mimeType: picture.mediaType }];
  return { content: [{ type: "text", text: lines.join("\n") }, ...image], isError: failed };
}

/** The answer to one message; null: it was a notification, which has none. */
export async function answerRpc(given: unknown, caller: McpCaller): Promise<object | null> {
  const parsed = JsonRpcRequest.safeParse(given);
  if (!parsed.success)
    return rpcError(null, new RpcError("request", "The message is not a JSON-RPC 2.0 request."));
  const { method, params, id } = parsed.data;
  if (id === undefined) return null;
  try {
    const answer = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (answer === undefined) throw new RpcError("method", `There is no method '${method}'.`);
    return { jsonrpc: "2.0", id, result: await answer(params, caller) };
  } catch (error) {
    return rpcError(id, error);
  }
}

export const rpcParseError = (): object => rpcError(null, new RpcError("parse", "The message is not JSON."));

function rpcError(id: string | number | null, error: unknown): object {
  const known =
    error instanceof RpcError
      ? error
      : new RpcError("server", error instanceof EnvError ? error.message : String(error));
  const { code, message, data } = known;
  return { jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}
