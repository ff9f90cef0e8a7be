import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { recordedSerial, type TranscriptExchange } from "#shared/contracts/device/adb-transcript.ts";
import { judgeRequest, type Ruling } from "../adb-port/judge-request.ts";
import {
  failing,
  framed,
  malformed,
  okay,
  okayWith,
  okayWithTransport,
  readFrame,
} from "../adb-port/smart-socket.ts";
import { withWords } from "./exchange-key.ts";
import { type LoopbackPort, openLoopbackPort } from "./loopback-port.ts";
import type { Transcript } from "./read-transcript.ts";
import { ReplayScript } from "./replay-script.ts";
import { SyncRequests } from "./sync-requests.ts";

export interface AdbReplay extends LoopbackPort {
  /** Requests that were not recorded and therefore refused. */
  readonly refused: number;
}

interface ReplayOptions {
  /** 0: a free one. */
  readonly port: number;
  readonly onRefused: (reason: string) => void;
}

/** What adb 1.0.41 says in hexadecimal. */
const serverVersion = "0029";
const features = "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir";
/** How long a device that restarts is not listed. */
const awayMilliseconds = 500;
const longestWords = 300;
const rules = { serial: recordedSerial, root: true, reboot: true };

/** Serves a transcript as an adb server with one device, on loopback. @throws the socket's errors */
export async function replayAdb(transcript: Transcript, options: ReplayOptions): Promise<AdbReplay> {
  const replay = new Replay(transcript, options.onRefused);
  const { port, close } = await openLoopbackPort(options.port, (client, over) => replay.serve(client, over));
  return {
    port,
    close,
    get refused() {
      return replay.refused;
    },
  };
}

class Replay {
  refused = 0;
  readonly #script: ReplayScript;
  readonly #listed: string;
  readonly #onRefused: (reason: string) => void;
  readonly #trackers = new Set<() => void>();
  #transport = 1;
  #isAway = false;

  constructor({ exchanges, listed }: Transcript, onRefused: (reason: string) => void) {
    this.#script = new ReplayScript(exchanges);
    this.#listed = listed;
    this.#onRefused = onRefused;
  }

  /** Never throws. */
  async serve(client: Socket, over: AbortSignal): Promise<void> {
    try {
      let isDevices = false;
      for (;;) {
        const request = await readFrame(client, over);
        if (request === null || request === malformed) return;
        const ruling = judgeRequest(request, isDevices, { ...rules, transportId: this.#transport });
        if (ruling.kind === "opened") return await this.#open(ruling.service, client);
        if (ruling.kind !== "transported") return await this.#answerServer(ruling, client);
        if (this.#isAway) return void client.end(failing(`device '${recordedSerial}' not found`));
        client.write(ruling.answersId ? okayWithTransport(this.#transport) : okay);
        isDevices = true;
      }
    } catch {
      client.destroy();
    }
  }

  async #answerServer(
    ruling: Exclude<Ruling, { kind: "opened" | "transported" }>,
    client: Socket,
  ): Promise<void> {
    switch (ruling.kind) {
      case "passed":
        return void client.end(okayWith(serversWords(ruling.request)));
      case "listed":
        return void client.end(okayWith(this.#list(ruling.long)));
      case "tracked":
        return this.#track(ruling.long, client);
      case "refused":
        return void client.end(failing(ruling.reason));
      default:
        return void client.end(failing("A transcript has no ports to forward."));
    }
  }

  #list(long: boolean): string {
    if (this.#isAway) return "";
    if (!long) return `${recordedSerial}\tdevice\n`;
    return `${recordedSerial} ${this.#listed.replace(/transport_id:\d+/, `transport_id:${this.#transport}`)}\n`;
  }

  #track(long: boolean, client: Socket): void {
    const tell = (): void => void client.write(framed(this.#list(long)));
    client.write(okay);
    tell();
    this.#trackers.add(tell);
    client.resume().once("close", () => this.#trackers.delete(tell));
    client.once("end", () => client.end());
  }

  async #open(service: string, client: Socket): Promise<void> {
    if (service !== "sync:") {
      const exchange = await this.#tell(service, client, okay);
      if (exchange?.endedBy !== "client") client.end();
      // What the client still sends is nobody's; its end is.
      client.resume();
      if (exchange !== null && service.startsWith("reboot")) await this.#reboot();
      return;
    }
    client.write(okay);
    const requests = new SyncRequests();
    for await (const bytes of client)
      for (const request of requests.push(bytes))
        await this.#tell(`sync:${request}`, client, Buffer.alloc(0));
    client.end();
  }

  /** Null: it was not recorded. */
  async #tell(service: string, client: Socket, before: Buffer): Promise<TranscriptExchange | null> {
    const reply = this.#script.reply(service);
    if (reply.kind === "unknown") {
      this.refused += 1;
      const near = reply.nearest;
      const nearest =
        near === undefined ? "nothing like it" : `the nearest is exchange ${near.number}: ${near.service}`;
      const reason = `not recorded: ${reply.key.slice(0, longestWords)} (${nearest.slice(0, longestWords)})`;
      this.#onRefused(reason);
      client.end(failing(reason));
      return null;
    }
    const { exchange, passing } = reply;
    await this.#untilThen(exchange);
    client.write(
      Buffer.concat(
        exchange.answer.kind === "refused"
          ? [await bytesOf(exchange, passing)]
          : [before, await bytesOf(exchange, passing)],
      ),
    );
    return exchange;
  }

  /** A command that went on while others were asked ends when these were asked again. */
  async #untilThen({ begun, number, milliseconds, endedBy }: TranscriptExchange): Promise<void> {
    if (endedBy === "client" || begun <= number + 1) return;
    const until = performance.now() + milliseconds;
    while (this.#script.reached < begun && performance.now() < until) await sleep(Math.min(20, milliseconds));
  }

  async #reboot(): Promise<void> {
    this.#isAway = true;
    for (const tell of this.#trackers) tell();
    await sleep(awayMilliseconds);
    this.#transport += 1;
    this.#isAway = false;
    for (const tell of this.#trackers) tell();
  }
}

function serversWords(request: string): string {
  const asked = request.slice(request.lastIndexOf(":") + 1);
  if (asked === "version") return serverVersion;
  if (asked === "get-state") return "device";
  if (asked === "get-serialno") return recordedSerial;
  return asked === "get-devpath" ? "unknown" : features;
}

async function bytesOf({ answer }: TranscriptExchange, passing: readonly string[]): Promise<Buffer> {
  switch (answer.kind) {
    case "text":
      return Buffer.from(withWords(answer.text, passing));
    case "bytes":
      return Buffer.from(answer.base64, "base64");
    case "picture": {
      const { width, height, colour } = answer;
      return sharp({ create: { width, height, channels: 3, background: colour } })
        .png()
        .toBuffer();
    }
    case "refused":
      return failing(answer.text);
  }
}
