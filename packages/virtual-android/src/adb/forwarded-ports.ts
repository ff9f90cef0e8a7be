import { connect, createServer, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connectOnPhone } from "../helper-apps/phone-ports.ts";
import type { VirtualDevice } from "../system/device.ts";

/** One `adb forward` or `adb reverse`. */
export interface ForwardedPort {
  readonly serial: string;
  /** As the client named it, with the port that was found for `tcp:0`. */
  readonly local: string;
  readonly remote: string;
}

interface OpenPort extends ForwardedPort {
  readonly server: Server | null;
  readonly sockets: Set<Socket>;
}

/** What adb says after `FAIL`. */
export class PortRefused extends Error {}

const maximumPorts = 256;
/** A port that leads to itself by way of a phone must not take the machine. */
const maximumConnectionsPerPort = 128;
/** What a phone answers for `tcp:0`. */
const firstFreePort = 40_000;
const targetForm =
  /^(?:tcp:\d{1,5}|local(?:abstract|reserved|filesystem)?:.+|dev:.+|jdwp:\d+|vsock:.+|acceptfd:\d+)$/;
const listenForm = /^(?:tcp:(?:[A-Za-z0-9.-]+:)?\d{1,5}|local(?:abstract|reserved|filesystem)?:.+)$/;

/** Makes a socket lead to what a port names, or ends it when nothing listens there. */
export type Lead = (socket: Socket, port: ForwardedPort) => void;

/** Ports of this machine that lead to a phone's. Those of a phone that lead to this machine (`reverse`) are a list without listeners. */
export class ForwardedPorts {
  readonly #ports = new Map<string, OpenPort>();
  readonly #lead: Lead | null;

  /** Without `lead` nothing of this machine listens, and each phone has its own list. */
  constructor(lead: Lead | null) {
    this.#lead = lead;
  }

  list(serial?: string): readonly ForwardedPort[] {
    return [...this.#ports.values()].filter((port) => serial === undefined || port.serial === serial);
  }

  /** Resolves to the port that was found for `tcp:0`, else null. */
  async open(serial: string, local: string, remote: string, canRebind: boolean): Promise<number | null> {
    if (!listenForm.test(local))
      throw new PortRefused(`cannot bind listener: unknown socket specification: ${local}`);
    if (!targetForm.test(remote))
      throw new PortRefused(`cannot bind listener: unknown socket specification: ${remote}`);
    const known = this.#ports.get(this.#keyOf(local, serial));
    if (known !== undefined) {
      if (!canRebind) throw new PortRefused("cannot rebind existing socket");
      this.#ports.set(this.#keyOf(local, serial), { ...known, serial, remote });
      return null;
    }
    if (this.#ports.size >= maximumPorts) throw new PortRefused("cannot bind listener: Too many open files");
    const port = Number(/^tcp:(?:.*:)?(\d+)$/.exec(local)?.[1] ?? Number.NaN);
    if (Number.isNaN(port) || this.#lead === null) {
      const found = port === 0 ? this.#freeNumber(serial) : null;
      const name = found === null ? local : `tcp:${found}`;
      this.#ports.set(this.#keyOf(name, serial), {
        serial,
        local: name,
        remote,
        server: null,
        sockets: new Set(),
      });
      return found;
    }
    return this.#listen(serial, port, remote, this.#lead);
  }

  #keyOf(local: string, serial: string): string {
    return this.#lead === null ? `${serial} ${local}` : local;
  }

  #freeNumber(serial: string): number {
    let number = firstFreePort;
    while (this.#ports.has(this.#keyOf(`tcp:${number}`, serial))) number += 1;
    return number;
  }

  async #listen(serial: string, wanted: number, remote: string, lead: Lead): Promise<number | null> {
    const sockets = new Set<Socket>();
    let key = "";
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket)).on("error", () => {});
      const port = this.#ports.get(key);
      if (port === undefined || sockets.size > maximumConnectionsPerPort) socket.destroy();
      else lead(socket, port);
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", ({ message }) =>
        reject(new PortRefused(`cannot bind listener: ${asAdb(message)}`)),
      );
      server.listen(wanted, "127.0.0.1", resolve);
    });
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : wanted;
    const local = `tcp:${port}`;
    key = this.#keyOf(local, serial);
    this.#ports.set(key, { serial, local, remote, server, sockets });
    return wanted === 0 ? port : null;
  }

  /** False when there is none. */
  close(serial: string, local: string): boolean {
    const key = this.#keyOf(local, serial);
    const port = this.#ports.get(key);
    if (port === undefined) return false;
    this.#ports.delete(key);
    port.server?.close();
    for (const socket of port.sockets) socket.destroy();
    return true;
  }

  closeAll(serial?: string): void {
    for (const port of this.list(serial)) this.close(port.serial, port.local);
  }
}

const asAdb = (message: string): string =>
  message.includes("EADDRINUSE")
    ? "cannot bind to socket: Address already in use"
    : "cannot bind to socket: Permission denied";

/**
 * The other end of a phone's port: a server that a helper app has there, or where `adb reverse` of it leads, which is a port of this
 * machine. Null where nobody listens.
 */
export function reachPort(
  device: VirtualDevice,
  serial: string,
  remote: string,
  reversed: ForwardedPorts,
): Socket | Duplex | null {
  const portOf = (name: string | undefined) => /^tcp:(\d+)$/.exec(name ?? "")?.[1];
  const own = connectOnPhone(device, Number(portOf(remote)));
  if (own !== null) return own;
  const port = portOf(reversed.list(serial).find(({ local }) => local === remote)?.remote);
  return port === undefined ? null : connect(Number(port), "127.0.0.1");
}

export const leadThrough =
  (reversed: ForwardedPorts, deviceOf: (serial: string) => VirtualDevice | undefined): Lead =>
  (socket, { serial, remote }) => {
    const device = deviceOf(serial);
    const further = device === undefined ? null : reachPort(device, serial, remote, reversed);
    if (further === null) {
      socket.destroy();
      return;
    }
    further.on("error", () => socket.destroy()).on("close", () => socket.destroy());
    socket.on("close", () => further.destroy());
    socket.pipe(further).pipe(socket);
  };
