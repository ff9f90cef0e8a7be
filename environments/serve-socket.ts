import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { EnvMessage, envMessageTypes } from "#shared/contracts/env/env-messages.ts";
import { parsedJson, readAs } from "./env-body.ts";
import { asEnvError, EnvError } from "./env-error.ts";
import type { EnvSession, EnvSessions } from "./env-sessions.ts";
import { answerRpc } from "./mcp.ts";

const largestMessageBytes = 1_000_000;
/** A client waits for each answer; one that does not may be so many messages ahead. */
const mostWaiting = 64;
const closed = { normal: 1000, policy: 1008, tryLater: 1013 } as const;

/** `/ws`: a connection is a session, and a session one environment. */
export function createEnvSocket(sessions: EnvSessions, version: string) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessageBytes,
    perMessageDeflate: false,
  });
  const begin = (socket: WebSocket): void => {
    socket.on("error", () => socket.terminate());
    try {
      const session = sessions.open(() => {
        sendError(socket, new EnvError("SESSION_ERROR", "The session was idle for too long and has ended."));
        socket.close(closed.normal, "idle");
      });
      converse(socket, session, sessions, version);
    } catch (error) {
      sendError(socket, error);
      socket.close(closed.tryLater, "no session");
    }
  };
  return {
    accept: (request: IncomingMessage, stream: Duplex, first: Buffer): void =>
      server.handleUpgrade(request, stream, first, begin),
    close: (): void => {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

function converse(socket: WebSocket, session: EnvSession, sessions: EnvSessions, version: string): void {
  let waiting = 0;
  let answered: Promise<void> = Promise.resolve();
  socket.on("close", () => sessions.end(session.id));
  socket.on("message", (data) => {
    waiting += 1;
    if (waiting > mostWaiting) return socket.close(closed.policy, "too many messages at once");
    answered = answered.then(async () => {
      const answer = await answerTo(String(data), session, sessions, version).catch(errorMessage);
      waiting -= 1;
      if (answer === "close") socket.close(closed.normal);
      else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(answer));
    });
  });
}

async function answerTo(
  text: string,
  { id }: EnvSession,
  sessions: EnvSessions,
  version: string,
): Promise<object | "close"> {
  const message = readMessage(text);
  switch (message.type) {
    case "reset":
      return observed(await sessions.use(id, (environment) => environment.reset(message.data)));
    case "step":
      return observed(await sessions.use(id, (environment) => environment.step(message.data)));
    case "state":
      return { type: "state", data: await sessions.use(id, async ({ state }) => state) };
    case "mcp":
      return { type: "mcp", data: await answerRpc(message.data, { sessions, version, sessionId: id }) };
    case "close":
      return "close";
  }
}

const observed = (data: object) => ({ type: "observation", data });

/** @throws EnvError INVALID_JSON, UNKNOWN_TYPE, VALIDATION_ERROR */
function readMessage(text: string): EnvMessage {
  const json = parsedJson(text);
  const type: unknown = (json as { readonly type?: unknown } | null)?.type;
  if (!envMessageTypes.some((known) => known === type))
    throw new EnvError(
      "UNKNOWN_TYPE",
      `There is no message type '${String(type).slice(0, 60)}': ${envMessageTypes.join(", ")}.`,
    );
  return readAs(EnvMessage, json);
}

function errorMessage(error: unknown): object {
  const { code, message, data } = asEnvError(error);
  return { type: "error", data: { message, code, ...data } };
}

const sendError = (socket: WebSocket, error: unknown): void =>
  socket.send(JSON.stringify(errorMessage(error)), () => undefined);
