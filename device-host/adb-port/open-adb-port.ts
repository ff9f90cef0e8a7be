import { createServer, type Socket } from "node:net";
import type { AdbPortUse } from "#shared/contracts/session/session-call.ts";
import type { AdbEndpoint } from "../adb/single-connection.ts";
import { askServer } from "./ask-server.ts";
import type { PortRules } from "./judge-request.ts";
import { PortForwards } from "./port-forwards.ts";
import { join, openDevice, type PortConnection, PortTransport, serveConnection } from "./serve-connection.ts";
import { failing } from "./smart-socket.ts";

export interface AdbPortOptions {
  /** The real adb server. */
  readonly endpoint: AdbEndpoint;
  readonly rules: PortRules;
  /** Throws LeaseLost when the session may no longer touch the device: asked before each request. */
  readonly check: () => void;
  /** Aborted when the lease is over, in whatever way. */
  readonly over: AbortSignal;
  /** Without a connection, and without being held, it closes after so long. */
  readonly holdMilliseconds: number;
  /** ISO 8601. */
  readonly now: () => string;
  /** Milliseconds of a clock that only goes forward. */
  readonly monotonic: () => number;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export interface AdbPort {
  /** On this machine's loopback. */
  readonly port: number;
  /** What went through it so far. */
  use(): AdbPortUse;
  /** Resolves when it is closed and every connection is cut. */
  readonly closed: Promise<void>;
  /** Somebody still wants it: it stays open for at least so long. */
  hold(milliseconds: number): void;
  /** Nothing comes through from now on. Idempotent: the first reason is kept. */
  close(reason: string): Promise<void>;
}

/** Appium holds a handful; a client that leaks them meets this before the adb server does. */
const mostConnections = 128;
const keptRefusals = 10;
/** How often an open port sees whether its lease still holds: a host that slept may not have been told. */
const watchMilliseconds = 1_000;

/**
 * Opens a port on loopback that speaks as an adb server does and knows one device. It is not a lock but a fence: whoever reaches this
 * machine's loopback may use it, so it is opened for one session, at a port of the system's choosing, and ends with its lease.
 */
export async function openAdbPort(options: AdbPortOptions): Promise<AdbPort> {
  const { endpoint, rules, check, monotonic, holdMilliseconds } = options;
  const closing = new AbortController();
  const clients = new Set<Socket>();
  const use: { -readonly [Name in keyof AdbPortUse]: AdbPortUse[Name] } = {
    openedAt: options.now(),
    connections: 0,
    refused: 0,
    refusals: [],
  };
  let heldUntil = monotonic() + holdMilliseconds;
  const hold = (milliseconds: number): void => {
    heldUntil = Math.max(heldUntil, monotonic() + milliseconds);
  };
  const admit = (client: Socket): boolean => {
    client.on("error", () => {});
    client.on("close", () => {
      clients.delete(client);
      hold(holdMilliseconds);
    });
    if (clients.size >= mostConnections) {
      client.end(failing(`This port has ${mostConnections} connections, which is the maximum.`));
      client.destroySoon();
      return false;
    }
    clients.add(client);
    use.connections += 1;
    return true;
  };
  const forwards = new PortForwards(rules.serial, (client, remote) => {
    if (!admit(client)) return;
    void forward(client, remote, context);
  });
  const context: PortConnection = {
    endpoint,
    rules,
    transport: new PortTransport(),
    forwards,
    check,
    over: closing.signal,
    onRefused: (reason) => {
      use.refused += 1;
      use.refusals.push(reason.slice(0, 200));
      if (use.refusals.length > keptRefusals) use.refusals.shift();
    },
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (admit(client)) void serveConnection(client, context);
  });
  server.on("error", () => {});
  const port = await listening(server);
  const shut = Promise.withResolvers<void>();
  server.on("close", () => shut.resolve());
  let ending: Promise<void> | null = null;
  const close = (reason: string): Promise<void> => {
    ending ??= (async () => {
      use.closedAt = options.now();
      use.reason = reason.slice(0, 500);
      closing.abort();
      server.close();
      forwards.removeAll();
      for (const client of clients) client.destroy();
      await shut.promise;
    })();
    return ending;
  };
  const { over } = options;
  const closeWithLease = (): Promise<void> => close((over.reason as Error).message);
  over.addEventListener("abort", () => void closeWithLease(), { once: true });
  if (over.aborted) await closeWithLease();
  void watch(options, closing.signal, () => clients.size > 0 || monotonic() < heldUntil).then(close);
  return { port, use: () => ({ ...use, refusals: [...use.refusals] }), closed: shut.promise, hold, close };
}

/** What `adb forward` does with one connection: the device's service, without a request before it. */
async function forward(client: Socket, remote: string, context: PortConnection): Promise<void> {
  try {
    context.check();
    const device = await openDevice(context);
    await askServer(device, remote, context.over).catch((error: unknown) => {
      device.destroy();
      throw error;
    });
    await join(client, device);
  } catch {
    client.destroy();
  }
}

/** Resolves with why the port is to be open no more. */
async function watch(
  { check, wait }: AdbPortOptions,
  closing: AbortSignal,
  wanted: () => boolean,
): Promise<string> {
  while (!closing.aborted) {
    await wait(watchMilliseconds, closing);
    try {
      check();
    } catch (error) {
      return (error as Error).message;
    }
    if (!wanted()) return "nobody used it";
  }
  return "it was closed";
}

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the adb port has no address");
  return address.port;
}
