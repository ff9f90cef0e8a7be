import type { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:net";
import { currentProcess, type SimulatedProcess } from "./simulated-process.ts";
import { type Links, SimulatedSocket } from "./simulated-socket.ts";
import type { VirtualTime } from "./virtual-time.ts";

interface Listening {
  readonly server: EventEmitter;
  readonly owner: SimulatedProcess | undefined;
  readonly connections: Set<SimulatedSocket>;
}

/** Sees each HTTP request before its server does, which gets it by `proceed`. */
export type BeforeRequest = (
  port: number,
  request: IncomingMessage,
  response: ServerResponse,
  proceed: () => void,
) => void;

/** Ports as Node hands them out when 0 is asked for. */
const firstPort = 40_000;

/** Servers by their ports: there is one machine, and its loopback. */
export class SimulatedNetwork {
  readonly #time: VirtualTime;
  readonly #listening = new Map<number, Listening>();
  beforeRequest: BeforeRequest | null = null;
  readonly #links: Links;
  #port = firstPort;

  constructor(time: VirtualTime) {
    this.#time = time;
    this.#links = { away: new Set() };
  }

  /** Nothing passes between this process and the others of its network, without an error. Connections within its own machine stay. */
  cutOff(process: string): void {
    this.#links.away.add(process);
  }

  /** The connections of before are found to be dead. */
  join(process: string): void {
    this.#links.away.delete(process);
  }

  listen(server: Server & { simulatedPort?: number }, wanted: number, listening?: () => void): void {
    if (listening !== undefined) server.once("listening", listening);
    const port = wanted === 0 ? this.#freePort() : wanted;
    if (this.#listening.has(port)) {
      const error = Object.assign(new Error(`listen EADDRINUSE ${port}`), { code: "EADDRINUSE" });
      this.#time.soon(() => server.emit("error", error));
      return;
    }
    const owner = currentProcess();
    this.#listening.set(port, { server, owner, connections: new Set() });
    owner?.atDeath(() => this.#listening.delete(port));
    server.simulatedPort = port;
    this.#time.soon(() => server.emit("listening"));
  }

  #freePort(): number {
    this.#port += 1;
    return this.#listening.has(this.#port) ? this.#freePort() : this.#port;
  }

  close(server: Server & { simulatedPort?: number }, closed?: (error?: Error) => void): void {
    const port = server.simulatedPort;
    const found = port === undefined ? undefined : this.#listening.get(port);
    if (found === undefined || port === undefined) {
      if (closed) this.#time.soon(() => closed(new Error("Server is not running.")));
      return;
    }
    if (closed) server.once("close", () => closed());
    this.#listening.delete(port);
    delete server.simulatedPort;
    const whenEmpty = (): void => {
      if (found.connections.size === 0) this.#time.soon(() => server.emit("close"));
    };
    for (const connection of found.connections) connection.once("close", whenEmpty);
    whenEmpty();
  }

  connect(port: number): SimulatedSocket {
    const client = new SimulatedSocket(this.#time, this.#links);
    client.remotePort = port;
    const found = this.#listening.get(port);
    if (found === undefined || found.owner?.isDead === true) {
      client.cut("ECONNREFUSED");
      return client;
    }
    const serve = (): void => {
      // A request for a connection that is lost on the way.
      if (client.isCutOff(found.owner)) return;
      SimulatedSocket.pair(this.#time, this.#links, client, (end) => {
        end.remotePort = firstPort;
        end.localPort = port;
        found.connections.add(end);
        end.once("close", () => found.connections.delete(end));
        found.server.emit("connection", end);
      });
    };
    this.#time.soon(() => (found.owner === undefined ? serve() : found.owner.run(serve)));
    return client;
  }
}
