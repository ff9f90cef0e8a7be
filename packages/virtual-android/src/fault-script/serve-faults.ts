import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { readRequest } from "../toolkit/read-request.ts";
import { NoFaultScript, parseFault, parseFaultScript } from "./fault-script.ts";
import { type FaultPlayer, TooManyFaults } from "./play-faults.ts";

export interface FaultServer {
  /** Of the faults, without a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

const mostBytes = 1_048_576;
const deadlineMilliseconds = 10_000;

/** What is asked for wrongly: its status, and what is wrong with it. */
class Refused extends Error {
  readonly status: number;
  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/**
 * Faults by HTTP on loopback, while the phones run: `GET /faults` lists them with their ids and how often each happened, `POST` adds one, `PUT`
 * puts a whole script in place of them, `DELETE` removes all, `DELETE /faults/ID` one. What is wrong is answered as problem+json.
 * Rejects with the socket's error, for example `EADDRINUSE`.
 */
export async function serveFaults(player: FaultPlayer, port: number): Promise<FaultServer> {
  const server = createServer((request, response) => {
    answer(player, request)
      .catch((error: unknown) => problem(error))
      .then(({ status, body }) => send(response, status, body))
      .catch(() => response.destroy());
  });
  server.requestTimeout = deadlineMilliseconds;
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}/faults`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function answer(player: FaultPlayer, request: IncomingMessage): Promise<Answer> {
  mustBeOurs(request);
  const [, path = "", id = null] = /^\/(faults)(?:\/(\d+))?$/.exec(request.url ?? "") ?? [];
  if (path === "") throw new Refused(404, "There is /faults and /faults/ID.");
  const { method } = request;
  if (id !== null) {
    if (method !== "DELETE") throw new Refused(405, "A fault by its id can be removed: DELETE.");
    if (!player.remove(id)) throw new Refused(404, `There is no fault ${id}: GET /faults lists them.`);
    return listed(player);
  }
  switch (method) {
    case "GET":
      return listed(player);
    case "POST":
      return { status: 201, body: { id: player.add(parseFault(await textOf(request))) } };
    case "PUT":
      player.play(parseFaultScript(await textOf(request)));
      return listed(player);
    case "DELETE":
      player.clear();
      return listed(player);
    default:
      throw new Refused(405, "Faults are listed by GET, set by POST and PUT, removed by DELETE.");
  }
}

const listed = (player: FaultPlayer): Answer => ({ status: 200, body: { faults: player.list() } });

/** No page that a browser of this machine shows: its requests have another host, an origin, or no JSON. */
function mustBeOurs({ headers }: IncomingMessage): void {
  const host = headers.host?.replace(/:\d+$/, "");
  if (host !== "127.0.0.1" && host !== "localhost") throw new Refused(403, "Ask for 127.0.0.1 or localhost.");
  if (headers.origin !== undefined) throw new Refused(403, "Pages of a browser change no faults.");
}

const textOf = (request: IncomingMessage): Promise<string> =>
  readRequest(request, mostBytes, () => new Refused(413, `A fault script has at most ${mostBytes} bytes.`));

function problem(error: unknown): Answer {
  const detail = error instanceof Error ? error.message : String(error);
  const status =
    error instanceof Refused
      ? error.status
      : error instanceof TooManyFaults
        ? 409
        : error instanceof NoFaultScript
          ? 400
          : 500;
  return { status, body: { type: "about:blank", status, title: "The faults are as they were", detail } };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.on("error", () => {});
  response.writeHead(status, {
    "content-type": status < 400 ? "application/json" : "application/problem+json",
    ...(status === 413 ? { connection: "close" } : {}),
  });
  response.end(`${JSON.stringify(body)}\n`);
}
