import type { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { unexpected } from "#shared/errors/wire-error.ts";
import type { AdbEndpoint } from "../adb/single-connection.ts";
import { askServer, openSocket } from "./ask-server.ts";
import { judgeRequest, type PortRules, type Ruling } from "./judge-request.ts";
import type { PortForwards } from "./port-forwards.ts";
import { failing, framed, malformed, okay, okayWith, okayWithTransport, readFrame } from "./smart-socket.ts";

export interface PortConnection {
  readonly endpoint: AdbEndpoint;
  readonly rules: PortRules;
  readonly transport: PortTransport;
  readonly forwards: PortForwards;
  /** Throws LeaseLost when the session may no longer touch the device. */
  readonly check: () => void;
  /** Aborted when the port closes. */
  readonly over: AbortSignal;
  readonly onRefused: (reason: string) => void;
}

/**
 * The port's own number for its device: the server's would say how many others there are. A device that comes back has another
 * one, as on the server, so that a client sees that it was gone.
 */
export class PortTransport {
  id = 1;
  #servers: string | undefined;

  /** The line of the server's list with it. */
  shown(line: string): string {
    return line.replace(/\btransport_id:(\d+)/, (_, servers: string) => {
      if (servers !== (this.#servers ?? servers)) this.id += 1;
      this.#servers = servers;
      return `transport_id:${this.id}`;
    });
  }
}

/** How long a client may take to say what it wants. */
const requestMilliseconds = 30_000;

/** Serves one client from its first request to its end. Never throws; both ends are destroyed afterwards. */
export async function serveConnection(client: Socket, context: PortConnection): Promise<void> {
  let device: Socket | null = null;
  try {
    for (;;) {
      const stop = AbortSignal.any([context.over, AbortSignal.timeout(requestMilliseconds)]);
      const request = await readFrame(client, stop);
      if (request === null) return;
      if (request === malformed) return await refuse(client, "bad size: a request begins with its length");
      context.check();
      const ruling = judgeRequest(request, device !== null, {
        ...context.rules,
        transportId: context.transport.id,
      });
      if (ruling.kind !== "transported") return await answer(ruling, client, device, context);
      device?.destroy();
      device = await openDevice(context);
      client.write(ruling.answersId ? okayWithTransport(context.transport.id) : okay);
    }
  } catch (error) {
    await refuse(client, unexpected(error).message);
  } finally {
    client.destroy();
    device?.destroy();
  }
}

const refuse = (client: Socket, reason: string): Promise<void> => finish(client, failing(reason));

/** Resolves when what was written has left, or the client is gone. */
function finish(client: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (client.destroyed) return resolve();
    client.once("close", () => resolve());
    client.end(bytes, () => resolve());
  });
}

/** A connection to the real server on which the device is chosen; by the serial alone, whatever the client called it. */
export async function openDevice({ endpoint, rules, over }: PortConnection): Promise<Socket> {
  const socket = openSocket(endpoint, over);
  try {
    await askServer(socket, `host:transport:${rules.serial}`, over);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function answer(
  ruling: Exclude<Ruling, { kind: "transported" }>,
  client: Socket,
  device: Socket | null,
  context: PortConnection,
): Promise<void> {
  switch (ruling.kind) {
    case "refused":
      context.onRefused(ruling.reason);
      return refuse(client, ruling.reason);
    case "opened":
      if (device === null) return;
      device.write(framed(ruling.service));
      return join(client, device);
    case "passed": {
      const server = openSocket(context.endpoint, context.over);
      server.write(framed(ruling.request));
      return join(client, server);
    }
    case "listed":
      return finish(client, okayWith(await listOnce(ruling.long, context)));
    case "tracked":
      return track(client, ruling.long, context);
    default:
      return finish(client, await changeForwards(ruling, context.forwards));
  }
}

/** Hands the bytes to and fro until both ends are done; each sends only as fast as the other reads. */
export async function join(client: Socket, server: Socket): Promise<void> {
  try {
    await Promise.all([pipeline(client, server), pipeline(server, client)]);
  } catch {
    // Either end is gone, which ends the other.
  } finally {
    server.destroy();
    client.destroy();
  }
}

async function listOnce(long: boolean, context: PortConnection): Promise<string> {
  const { endpoint, over } = context;
  const socket = openSocket(endpoint, over);
  try {
    await askServer(socket, long ? "host:devices-l" : "host:devices", over);
    return onlyDevice((await readFrame(socket, over)) ?? "", context);
  } finally {
    socket.destroy();
  }
}

/** The list, and each further one in which this device is another. */
async function track(client: Socket, long: boolean, context: PortConnection): Promise<void> {
  const { endpoint, over } = context;
  const socket = openSocket(endpoint, over);
  const gone = new AbortController();
  // Nothing more is read of the client, so that only its end is seen.
  client.resume().once("end", () => gone.abort());
  client.once("close", () => gone.abort());
  const stop = AbortSignal.any([over, gone.signal]);
  try {
    await askServer(socket, long ? "host:track-devices-l" : "host:track-devices", over);
    client.write(okay);
    let told: string | null = null;
    for (let list = await readFrame(socket, stop); list !== null; list = await readFrame(socket, stop)) {
      const shown = onlyDevice(list, context);
      if (shown !== told) client.write(framed(shown));
      told = shown;
    }
  } finally {
    socket.destroy();
  }
}

type ForwardRuling = Extract<Ruling, { kind: "forwarded" | "unforwarded" | "forwardsListed" }>;

/** adb reads two answers: that the request was taken, and that it was done. */
async function changeForwards(ruling: ForwardRuling, forwards: PortForwards): Promise<Buffer> {
  switch (ruling.kind) {
    case "forwardsListed":
      return okayWith(forwards.list());
    case "unforwarded": {
      if (ruling.local === null) forwards.removeAll();
      else if (!(await forwards.remove(ruling.local)))
        return failing(`listener '${ruling.local.slice(0, 100)}' not found`);
      return Buffer.concat([okay, okay]);
    }
    case "forwarded": {
      const port = await forwards.add(ruling);
      return Buffer.concat([okay, okay, ...(ruling.port === 0 ? [framed(String(port))] : [])]);
    }
  }
}

/** The adb server's list of devices without all the others, and with the port's own number for this one. */
function onlyDevice(list: string, { rules, transport }: PortConnection): string {
  const line = list.split("\n").find((entry) => /^\S+/.exec(entry)?.[0] === rules.serial);
  return line === undefined ? "" : `${transport.shown(line)}\n`;
}
