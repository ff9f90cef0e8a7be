import { createServer, type Server, type Socket } from "node:net";
import { DroverError } from "#shared/errors/drover-error.ts";

/** So many `adb forward` a port. */
const mostForwards = 32;

interface Forward {
  readonly remote: string;
  readonly server: Server;
}

export interface WantedForward {
  readonly local: string;
  readonly port: number;
  readonly remote: string;
  readonly rebinds: boolean;
}

/**
 * What `adb forward` made through one port. The port listens itself, in place of the adb server: whatever comes that way ends with the
 * lease like all else, and no other session's forward can be seen, taken or removed.
 */
export class PortForwards {
  readonly #serial: string;
  readonly #connected: (client: Socket, remote: string) => void;
  readonly #byLocal = new Map<string, Forward>();

  constructor(serial: string, connected: (client: Socket, remote: string) => void) {
    this.#serial = serial;
    this.#connected = connected;
  }

  /** The port that it listens on. Throws AdbCommandFailed, in words for the client. */
  async add({ local, port, remote, rebinds }: WantedForward): Promise<number> {
    const known = this.#byLocal.get(local);
    if (known !== undefined && !rebinds)
      throw new DroverError("AdbCommandFailed", `Cannot rebind existing socket '${local}'.`);
    if (known !== undefined) await this.remove(local);
    if (this.#byLocal.size >= mostForwards)
      throw new DroverError(
        "AdbCommandFailed",
        `This port has ${mostForwards} forwards, which is the maximum.`,
      );
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) =>
      this.#connected(client, remote),
    );
    const bound = await listen(server, port);
    this.#byLocal.set(`tcp:${bound}`, { remote, server });
    return bound;
  }

  /** False: there is none of that name. */
  async remove(local: string): Promise<boolean> {
    const forward = this.#byLocal.get(local);
    this.#byLocal.delete(local);
    forward?.server.close();
    return forward !== undefined;
  }

  removeAll(): void {
    for (const { server } of this.#byLocal.values()) server.close();
    this.#byLocal.clear();
  }

  /** As `adb forward --list` reads it. */
  list(): string {
    return [...this.#byLocal].map(([local, { remote }]) => `${this.#serial} ${local} ${remote}\n`).join("");
  }
}

async function listen(server: Server, port: number): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
  } catch (cause) {
    throw new DroverError("AdbCommandFailed", `Cannot bind listener: port ${port} is taken.`, { cause });
  }
  server.on("error", () => {});
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}
