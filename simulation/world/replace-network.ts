import {
  Agent,
  Server as HttpServer,
  request as httpRequest,
  type IncomingMessage,
  ServerResponse,
} from "node:http";
import { createRequire } from "node:module";
import type { Server } from "node:net";
import type { Replacements } from "./replaced.ts";
import { SimulatedNetwork } from "./simulated-network.ts";
import type { SimulatedSocket } from "./simulated-socket.ts";
import type { VirtualTime } from "./virtual-time.ts";

const require = createRequire(import.meta.url);

/** `listen(port, host, call)`, `listen({ port, host }, call)` and what lies between. */
function listenArguments(given: readonly unknown[]) {
  const [first] = given;
  const port = typeof first === "object" && first !== null && "port" in first ? first.port : first;
  const call = given.findLast((one) => typeof one === "function") as (() => void) | undefined;
  return { port: typeof port === "number" ? port : 0, call };
}

/** fetch over node:http, which has this network. */
async function fetchHere(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const body = Buffer.from(await request.arrayBuffer());
  const url = new URL(request.url);
  const headers = { ...Object.fromEntries(request.headers), "content-length": String(body.length) };
  return new Promise((resolve, reject) => {
    const signal = init?.signal ?? null;
    const asked = httpRequest(url, { method: request.method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        signal?.removeEventListener("abort", stop);
        const told = Object.entries(answer.headers).map(
          ([name, value]) => [name, String(value)] as [string, string],
        );
        const isEmpty = answer.statusCode === 204 || answer.statusCode === 304;
        resolve(
          new Response(isEmpty ? null : Buffer.concat(chunks), {
            status: answer.statusCode ?? 500,
            headers: told,
          }),
        );
      });
    });
    const stop = (): void => {
      asked.destroy();
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
    asked.on("error", (error) => {
      signal?.removeEventListener("abort", stop);
      reject(new TypeError("fetch failed", { cause: error }));
    });
    asked.end(body);
  });
}

interface Simulated {
  readonly simulatedPort?: number;
}

/** Sockets in memory: the same bytes, no port of the machine's. */
export function replaceNetwork(into: Replacements, time: VirtualTime): SimulatedNetwork {
  const network = new SimulatedNetwork(time);
  const net = require("node:net");
  const connect = (...given: unknown[]): SimulatedSocket => {
    const { port, call } = listenArguments(given);
    const socket = network.connect(port);
    if (call !== undefined) socket.once("connect", call);
    return socket;
  };
  into.put(net, "connect", connect);
  into.put(net, "createConnection", connect);
  into.put(Agent.prototype, "createConnection", connect);
  const server = net.Server.prototype;
  into.put(server, "listen", function (this: Server, ...given: unknown[]) {
    const { port, call } = listenArguments(given);
    network.listen(this, port, call);
    return this;
  });
  into.put(server, "close", function (this: Server, closed?: () => void) {
    network.close(this, closed);
    return this;
  });
  into.putGetter(server, "listening", function (this: Server & Simulated) {
    return this.simulatedPort !== undefined;
  });
  into.put(server, "address", function (this: Server & Simulated) {
    return this.simulatedPort === undefined
      ? null
      : { address: "127.0.0.1", family: "IPv4", port: this.simulatedPort };
  });
  const writeHead = ServerResponse.prototype.writeHead as (...given: unknown[]) => unknown;
  into.put(ServerResponse.prototype, "writeHead", function (this: ServerResponse, ...given: unknown[]) {
    // Node's own would be the machine's.
    if (!this.hasHeader("date")) this.setHeader("date", new Date().toUTCString());
    return writeHead.apply(this, given);
  });
  const { emit } = HttpServer.prototype;
  into.put(
    HttpServer.prototype,
    "emit",
    function (this: HttpServer & Simulated, name: string, ...given: unknown[]) {
      const proceed = (): boolean => Reflect.apply(emit, this, [name, ...given]);
      if (name !== "request" || network.beforeRequest === null) return proceed();
      const [request, response] = given as [IncomingMessage, ServerResponse];
      network.beforeRequest(this.simulatedPort ?? 0, request, response, proceed);
      return true;
    },
  );
  into.put(globalThis, "fetch", fetchHere);
  return network;
}
