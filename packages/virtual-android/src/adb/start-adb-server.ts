import { createServer, type Socket } from "node:net";
import { type LatencyProfile, latencyProfiles } from "../shell/latency-profiles.ts";
import type { DeviceRegistry } from "./device-registry.ts";
import { FaultPlan, type FaultSource } from "./faults.ts";
import { ForwardedPorts, leadThrough } from "./forwarded-ports.ts";
import { serveClient } from "./serve-client.ts";

export interface AdbServerOptions {
  /** 0 or absent: a free one. adb's own is 5037. */
  readonly port?: number;
  readonly host?: "127.0.0.1";
  readonly devices: DeviceRegistry;
  /** Faults to inject; tests install rules on it at any time. */
  readonly faults?: FaultSource;
  /** What `adb kill-server` does. Without it the server refuses, since it belongs to the farm. */
  readonly onKill?: () => void;
  /** How long a phone that restarts is away from the list; 0 unless told. */
  readonly awayMilliseconds?: number;
  /** What commands of the phones wait for beyond their work; nothing unless told. */
  readonly latency?: LatencyProfile;
}

export interface AdbServer {
  readonly port: number;
  /** As if its process was killed and another one started so much later: all connections break off, forwarded ports go, nobody listens. */
  vanish(milliseconds: number): void;
  /** Cuts every connection and stops listening. */
  close(): Promise<void>;
}

/** More clients than this at once is a leak: further ones are refused. */
const maximumConnections = 4096;

const retryMilliseconds = 100;

/** Starts an adb server that real clients can talk to. Rejects with the socket's error, for example `EADDRINUSE`. */
export async function startAdbServer(options: AdbServerOptions): Promise<AdbServer> {
  const sockets = new Set<Socket>();
  const reversed = new ForwardedPorts(null);
  const context = {
    devices: options.devices,
    faults: options.faults ?? new FaultPlan(),
    onKill: options.onKill,
    reversed,
    forwarded: new ForwardedPorts(
      leadThrough(reversed, (serial) => options.devices.list().find((one) => one.serial === serial)?.device),
    ),
    awayMilliseconds: options.awayMilliseconds ?? 0,
    latency: options.latency ?? latencyProfiles.zero,
  };
  // A phone takes its ports with it, as a transport does.
  const forget = options.devices.onChange(() => {
    const there = new Set(options.devices.list().map(({ serial }) => serial));
    for (const ports of [context.forwarded, reversed])
      for (const { serial } of ports.list()) if (!there.has(serial)) ports.closeAll(serial);
  });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    void serveClient(socket, context);
  });
  server.maxConnections = maximumConnections;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, options.host ?? "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : (options.port ?? 0);
  let isClosed = false;
  const breakOff = (then: () => void): void => {
    context.forwarded.closeAll();
    server.close(then);
    for (const socket of sockets) socket.destroy();
  };
  const listenAgain = (): void => {
    if (isClosed || server.listening) return;
    server.listen(port, options.host ?? "127.0.0.1");
  };
  // Somebody else took the port meanwhile: it is tried until it is free.
  server.on("error", () => setTimeout(listenAgain, retryMilliseconds).unref());
  return {
    port,
    vanish: (milliseconds) => {
      if (server.listening) breakOff(() => setTimeout(listenAgain, milliseconds).unref());
    },
    close: () =>
      new Promise((resolve) => {
        isClosed = true;
        forget();
        breakOff(resolve);
      }),
  };
}
