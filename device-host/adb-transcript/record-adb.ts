import type { Socket } from "node:net";
import type { AdbEndpoint } from "../adb/single-connection.ts";
import { openSocket } from "../adb-port/ask-server.ts";
import { join } from "../adb-port/serve-connection.ts";
import { framed, malformed, okay, readExactly, readFrame } from "../adb-port/smart-socket.ts";
import { type LoopbackPort, openLoopbackPort } from "./loopback-port.ts";
import { SyncRequests } from "./sync-requests.ts";
import type { HeardExchange } from "./transcript-file.ts";

interface Listener {
  add(exchange: HeardExchange): void;
}

/** A longer answer is kept to here. */
const largestAnswer = 16 * 1_048_576;

/** A port on loopback that hands everything to an adb server and back, and tells what devices were asked and answered. */
export async function recordAdb(
  endpoint: AdbEndpoint,
  listener: Listener,
): Promise<LoopbackPort & AdbEndpoint> {
  const recording = new Recording(endpoint, listener);
  const opened = await openLoopbackPort(0, (client, over) => recording.serve(client, over));
  return { host: "127.0.0.1", ...opened };
}

class Recording {
  readonly #endpoint: AdbEndpoint;
  readonly #listener: Listener;
  #begun = 0;

  constructor(endpoint: AdbEndpoint, listener: Listener) {
    this.#endpoint = endpoint;
    this.#listener = listener;
  }

  /** Never throws. */
  async serve(client: Socket, over: AbortSignal): Promise<void> {
    const server = openSocket(this.#endpoint, over);
    try {
      let isDevices = false;
      for (;;) {
        const request = await readFrame(client, over);
        if (request === null || request === malformed) return;
        server.write(framed(request));
        const transport = /^host(?:-[\w-]+)?:(transport|tport)\b/.exec(request)?.[1];
        if (transport === undefined) {
          if (isDevices) this.#listen(request, client, server);
          return await join(client, server);
        }
        const answered = await readExactly(server, 4, over);
        if (answered === null) return;
        client.write(answered);
        if (!answered.equals(okay)) return await join(client, server);
        if (transport === "tport") client.write((await readExactly(server, 8, over)) ?? "");
        isDevices = true;
      }
    } finally {
      client.destroy();
      server.destroy();
    }
  }

  #listen(request: string, client: Socket, server: Socket): void {
    const sync = request === "sync:" ? new SyncRequests() : null;
    let current = this.#begin(request);
    server.on("data", (bytes) => current.hear(bytes));
    server.once("end", () => current.end("device"));
    server.once("close", () => current.end("client"));
    if (sync === null) return;
    client.on("data", (bytes) => {
      for (const one of sync.push(bytes)) {
        current.end("device");
        current = this.#begin(`sync:${one}`, okay);
      }
    });
  }

  /** On a `sync:` connection adb's OKAY stands before the first answer alone. */
  #begin(service: string, before: Buffer = Buffer.alloc(0)) {
    const [number, started] = [this.#begun, performance.now()];
    this.#begun += 1;
    const chunks = [before];
    let size = 0;
    let isOver = false;
    return {
      hear: (bytes: Buffer): void => {
        if (size < largestAnswer) chunks.push(bytes);
        size += bytes.length;
      },
      end: (endedBy: HeardExchange["endedBy"]): void => {
        if (isOver) return;
        isOver = true;
        const milliseconds = Math.round(performance.now() - started);
        const answer = Buffer.concat(chunks);
        this.#listener.add({ number, service, answer, endedBy, milliseconds, begun: this.#begun });
      },
    };
  }
}
