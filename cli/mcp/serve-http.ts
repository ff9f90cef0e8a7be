import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import {
  type LoopbackServer,
  type RequestHead,
  startLoopbackServer,
} from "@drover/aws-local/loopback-server";
import { ApiProblem } from "@drover/client";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { decodeJwt } from "jose";
import { OpenStreams } from "#local/cloud/api-gateway/open-streams.ts";
import type { PolicyBounds } from "#shared/contracts/job/policy.ts";
import { fromStartRefused } from "#shared/errors/start-refused.ts";
import type { WireRequest, WireResponse } from "#shared/http/wire.ts";
import { type ApiAddress, farmApi } from "../call-route.ts";
import { createMcpServer } from "./mcp-server.ts";
import { toRequest, toWireResponse } from "./web-wire.ts";

interface McpHttpOptions {
  readonly apiUrl: string;
  readonly readOnly?: boolean;
  readonly policy?: PolicyBounds | undefined;
  /** 0: any free one. */
  readonly port: number;
}

interface Connection {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly tokenHash: Buffer;
  readonly released: Promise<void>;
  usedAt: number;
}

export const mcpPath = "/mcp";
const bodyLimitBytes = 5_000_000;
const mostConnections = 100;
/** Of one client, whatever tokens it brings: the others have room beside it. */
const mostOfClient = 20;
const idleMilliseconds = 30 * 60_000;
const keepAliveMilliseconds = 15_000;

/**
 * MCP over streamable HTTP on this machine alone. Whoever connects brings a token of the farm, and may do what it allows; a connection is
 * its token's, and with another token, such as a renewed one, a client begins a new one.
 */
export async function serveMcpHttp({
  apiUrl,
  readOnly = false,
  policy,
  port,
}: McpHttpOptions): Promise<LoopbackServer> {
  const connections = new Map<string, Connection>();
  const [all, ofClients] = [new OpenStreams(mostConnections), new OpenStreams(mostOfClient)];
  const open = (token: string) => {
    const address: ApiAddress = { apiUrl, token };
    const { server, released } = createMcpServer({ farm: async () => address, readOnly, policy });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) =>
        void connections.set(id, { transport, tokenHash: hashOf(token), released, usedAt: Date.now() }),
      keepAliveMs: keepAliveMilliseconds,
      maxRequestBodySize: bodyLimitBytes,
    });
    void released.then(() => connections.delete(transport.sessionId ?? ""));
    void server.connect(transport);
    return { transport, released };
  };
  const begin = async (request: WireRequest, token: string): Promise<WireResponse> => {
    const refused = await refusedToken({ apiUrl, token });
    if (refused !== null) return refused;
    const leaveClient = ofClients.open(clientOf(token));
    if (leaveClient === null)
      return refusal(429, `A client has at most ${mostOfClient} connections at once: end one first.`);
    const leaveAll = all.open("");
    const leave = (): void => {
      leaveClient();
      leaveAll?.();
    };
    if (leaveAll === null) {
      leave();
      return refusal(503, `${mostConnections} connections are open, which is the maximum: end one first.`);
    }
    const { transport, released } = open(token);
    void released.then(leave);
    const response = await transport.handleRequest(toRequest(request));
    // Whoever sent no good `initialize` has no connection.
    if (transport.sessionId === undefined) void transport.close();
    return toWireResponse(response, request.gone);
  };
  const answer = async (request: WireRequest): Promise<WireResponse> => {
    const token = bearer(request) ?? "";
    const id = request.headers["mcp-session-id"];
    if (id === undefined) return begin(request, token);
    const connection = connections.get(id);
    if (connection === undefined || !timingSafeEqual(connection.tokenHash, hashOf(token)))
      return refusal(404, "No connection of this token has that Mcp-Session-Id: initialize again.");
    connection.usedAt = Date.now();
    return toWireResponse(await connection.transport.handleRequest(toRequest(request)), request.gone);
  };
  const server = await startLoopbackServer({
    admit: async (head) => admission(head),
    answer,
    port,
    bodyLimitBytes,
    tooLarge: refusal(413, `A message has at most ${bodyLimitBytes} bytes.`),
  }).catch((error: unknown) => {
    throw fromStartRefused(error);
  });
  const tidying = setInterval(() => {
    for (const { transport, usedAt } of connections.values())
      if (Date.now() - usedAt > idleMilliseconds) void transport.close();
  }, idleMilliseconds / 10).unref();
  return {
    ...server,
    async close() {
      clearInterval(tidying);
      const open = [...connections.values()];
      await Promise.all(open.map(({ transport }) => transport.close()));
      await Promise.all(open.map(({ released }) => released));
      await server.close();
    },
  };
}

function admission(head: RequestHead): WireResponse | null {
  if (head.path !== mcpPath) return refusal(404, `The MCP server is at ${mcpPath}.`);
  return bearer(head) === undefined
    ? unauthorized("Send 'Authorization: Bearer <a token of the farm>'.")
    : null;
}

const bearer = ({ headers }: RequestHead): string | undefined =>
  /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];

/** Whom a token that the farm takes is of: one that was renewed is no other client's. */
function clientOf(token: string): string {
  try {
    const { iss, sub = token } = decodeJwt(token);
    return JSON.stringify([iss, sub]);
  } catch {
    return token;
  }
}

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** The farm says whose a token is: here nobody knows one. */
async function refusedToken(address: ApiAddress): Promise<WireResponse | null> {
  try {
    await farmApi(address).readFarm();
    return null;
  } catch (error) {
    if (error instanceof ApiProblem && (error.status === 401 || error.status === 403))
      return unauthorized(error.detail);
    return refusal(502, "The farm is not reachable.");
  }
}

const unauthorized = (why: string): WireResponse => {
  const { headers, ...rest } = refusal(401, why);
  return { ...rest, headers: { ...headers, "www-authenticate": 'Bearer realm="drover"' } };
};

/** In the words of JSON-RPC, as the protocol's own refusals are. */
const refusal = (status: number, message: string): WireResponse => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }),
});
