import { createServer, type Socket } from "node:net";
import type { DeviceRegistry } from "./device-registry.ts";
import { FaultPlan } from "./faults.ts";
import { serveClient } from "./serve-client.ts";

export interface AdbServerOptions {
  /** 0 or absent: a free one. adb's own is 5037. */
  readonly port?: number;
  readonly host?: "127.0.0.1";
  readonly devices: DeviceRegistry;
  /** Faults to inject; tests install rules on it at any time. */
  readonly faults?: FaultPlan;
  /** What `adb kill-server` does. Without it the server refuses, since it belongs to the farm. */
  readonly onKill?: () => void;
}

export interface AdbServer {
  readonly port: number;
  /** Cuts every connection and stops listening. */
  close(): Promise<void>;
}

/** More clients than this at once is a leak: further ones are refused. */
const maximumConnections = 4096;

/** Starts an adb server that real clients can talk to. Rejects with the socket's error, for example `EADDRINUSE`. */
export async function startAdbServer(options: AdbServerOptions): Promise<AdbServer> {
  const sockets = new Set<Socket>();
  const context = {
    devices: options.devices,
    faults: options.faults ?? new FaultPlan(),
    onKill: options.onKill,
  };
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
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
