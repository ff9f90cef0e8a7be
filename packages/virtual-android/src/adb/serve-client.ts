import type { Socket } from "node:net";
import type { LatencyProfile } from "../shell/latency-profiles.ts";
import { ByteReader } from "./byte-reader.ts";
import { chooseDevice } from "./choose-device.ts";
import { type ClientOutput, socketOutput } from "./client-output.ts";
import type { AttachedDevice, DeviceRegistry } from "./device-registry.ts";
import { answerDeviceRequest } from "./device-services.ts";
import { type FaultSource, faultyOutput } from "./faults.ts";
import type { ForwardedPorts } from "./forwarded-ports.ts";
import { type HostRequest, parseHostRequest, parseTransport } from "./host-request.ts";
import { answerHostRequest } from "./host-services.ts";
import { fail, okay, parseRequestLength } from "./wire.ts";

export interface ServerContext {
  readonly latency: LatencyProfile;
  readonly devices: DeviceRegistry;
  readonly faults: FaultSource;
  readonly onKill: (() => void) | undefined;
  readonly forwarded: ForwardedPorts;
  readonly reversed: ForwardedPorts;
  /** How long a phone that restarts is away from the list. */
  readonly awayMilliseconds: number;
}

/** How long a client may take to say what it wants, and to go when it has it. */
const requestDeadlineMilliseconds = 300_000;

/** Serves one connection from its first request to its end. Never throws. */
export async function serveClient(socket: Socket, server: ServerContext): Promise<void> {
  const gone = new AbortController();
  socket.on("error", () => {}); // "close" follows and says all that matters
  socket.on("close", () => gone.abort());
  socket.setNoDelay(true);
  socket.setTimeout(requestDeadlineMilliseconds, () => socket.destroy());
  const connection = new Connection(socket, server, gone.signal);
  try {
    while (await connection.serveRequest()) {
      // A transport request is answered; the next one is for the chosen phone.
    }
  } catch {
    socket.destroy();
  } finally {
    connection.release();
  }
}

class Connection {
  readonly #socket: Socket;
  readonly #server: ServerContext;
  readonly #clientGone: AbortSignal;
  readonly #reader: ByteReader;
  #chosen: AttachedDevice | null = null;
  #forget: () => void = () => {};

  constructor(socket: Socket, server: ServerContext, clientGone: AbortSignal) {
    this.#socket = socket;
    this.#server = server;
    this.#clientGone = clientGone;
    this.#reader = new ByteReader(socket);
  }

  /** The service is done: ends the connection when the client does, at the latest when the deadline has passed. */
  release(): void {
    this.#forget();
    this.#socket.setTimeout(requestDeadlineMilliseconds);
    if (this.#socket.readableEnded) this.#socket.end();
    else this.#socket.once("end", () => this.#socket.end());
    this.#reader.discardRest();
  }

  /** True when another request may follow on this connection. */
  async serveRequest(): Promise<boolean> {
    const plain = socketOutput(this.#socket);
    const request = await this.#readRequest(plain);
    if (request === null) {
      plain.end();
      return false;
    }
    const { devices, faults, onKill, forwarded } = this.#server;
    const hostRequest = this.#aboutChosen(parseHostRequest(request, devices.list()));
    const fault = faults.take(this.#chosen?.serial ?? null, request);
    const output = fault === null ? plain : faultyOutput(plain, fault, this.#socket);
    if (hostRequest === null) {
      const storageBytes = fault?.kind === "storage-full" ? fault.afterBytes : Number.POSITIVE_INFINITY;
      await this.#serveDeviceRequest(request, output, storageBytes);
      return false;
    }
    const transport = parseTransport(hostRequest);
    if (transport !== null) return this.#switchTransport(transport, output);
    this.#socket.setTimeout(0);
    await answerHostRequest(hostRequest, {
      devices,
      output,
      clientGone: this.#clientGone,
      onKill,
      forwarded,
    });
    return false;
  }

  /** After a transport was chosen, `host:features` and its like are about that phone, as in adb. */
  #aboutChosen(request: HostRequest | null): HostRequest | null {
    if (request === null || this.#chosen === null || request.selector.by !== "any") return request;
    return { ...request, selector: { by: "transport-id", transportId: this.#chosen.transportId } };
  }

  async #readRequest(output: ClientOutput): Promise<string | null> {
    const header = await this.#reader.read(4);
    if (header === null) return null;
    const length = parseRequestLength(header);
    if (length === null) {
      output.write(fail(`bad size: '${header.toString("latin1")}'`));
      return null;
    }
    const body = await this.#reader.read(length);
    // adb's server drops what came along with a request (smart_socket_enqueue): a client that sends the service
    // before `host:transport` is answered waits for ever. A kinder stand-in would hide that.
    this.#reader.discardArrived();
    return body === null ? null : body.toString("utf8");
  }

  #switchTransport(transport: NonNullable<ReturnType<typeof parseTransport>>, output: ClientOutput): boolean {
    const choice = chooseDevice(this.#server.devices.list(), transport.selector);
    if (!choice.ok) {
      output.write(fail(choice.reason));
      output.end();
      return false;
    }
    this.#forget();
    this.#chosen = choice.attached;
    this.#forget = this.#server.devices.holdConnection(choice.attached.transportId, () => this.#socket.end());
    if (!transport.answersId) {
      output.write(okay);
      return true;
    }
    const id = Buffer.alloc(8);
    id.writeBigUInt64LE(BigInt(choice.attached.transportId));
    output.write(Buffer.concat([okay, id]));
    return true;
  }

  async #serveDeviceRequest(request: string, output: ClientOutput, storageBytes: number): Promise<void> {
    this.#socket.setTimeout(0);
    const attached = this.#chosen;
    if (attached === null) {
      output.write(fail("device offline (no transport)"));
      output.end();
      return;
    }
    const { devices, reversed, awayMilliseconds, latency } = this.#server;
    await answerDeviceRequest(request, {
      attached,
      devices,
      output,
      reader: this.#reader,
      clientGone: this.#clientGone,
      storageBytes,
      reversed,
      awayMilliseconds,
      latency,
    });
  }
}
