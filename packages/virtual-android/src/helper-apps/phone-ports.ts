import { createServer, type RequestListener, type Server } from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import type { VirtualDevice } from "../system/device.ts";

interface Listening {
  readonly server: Server;
  readonly open: Set<Duplex>;
}

const mostConnections = 64;
const phones = new WeakMap<VirtualDevice, Map<number, Listening>>();

function portsOf(device: VirtualDevice): Map<number, Listening> {
  const known = phones.get(device) ?? new Map<number, Listening>();
  phones.set(device, known);
  return known;
}

/** An HTTP server on a port of the phone's own loopback, which only its adbd reaches: null when another has the port. */
export function listenOnPhone(
  device: VirtualDevice,
  port: number,
  listener: RequestListener,
): (() => void) | null {
  const ports = portsOf(device);
  if (ports.has(port)) return null;
  const open = new Set<Duplex>();
  ports.set(port, { server: createServer(listener), open });
  return () => {
    ports.delete(port);
    for (const connection of open) connection.destroy();
  };
}

export const listeningPorts = (device: VirtualDevice): readonly number[] => [...portsOf(device).keys()];

/** The near end of a connection to what listens there; null where nothing does. */
export function connectOnPhone(device: VirtualDevice, port: number): Duplex | null {
  const listening = portsOf(device).get(port);
  if (listening === undefined || listening.open.size >= mostConnections) return null;
  const [near, far] = duplexPair();
  listening.open.add(far);
  far
    .on("error", () => {})
    .on("close", () => {
      listening.open.delete(far);
      near.destroy();
    });
  near.on("error", () => {}).on("close", () => far.destroy());
  listening.server.emit("connection", far);
  return near;
}
