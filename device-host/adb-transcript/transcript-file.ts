import { isUtf8 } from "node:buffer";
import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import {
  type TranscriptAnswer,
  type TranscriptExchange,
  type TranscriptLine,
  transcriptVersion,
} from "#shared/contracts/device/adb-transcript.ts";
import { exchangeKey, withPlaces } from "./exchange-key.ts";
import { maskAnswer, maskSerial } from "./mask-answer.ts";
import { pictureIn } from "./picture-in.ts";

/** What was asked and answered, as it went over the wire: the answer begins with adb's OKAY or FAIL. */
export interface HeardExchange
  extends Pick<TranscriptExchange, "number" | "endedBy" | "milliseconds" | "begun"> {
  readonly service: string;
  readonly answer: Buffer;
}

interface TranscriptOptions {
  readonly serial: string;
  /** Of `adb devices -l`, behind the serial. */
  readonly listed: string;
  readonly drover: string;
  /** Then it ends. Absent: 64 MB. */
  readonly mostBytes?: number | undefined;
}

const usualMostBytes = 64 * 1_048_576;

/** Writes a transcript line by line, without what says whose device it is (docs/real-devices.md). */
export class TranscriptFile {
  readonly #file: WriteStream;
  readonly #serial: string;
  #written = 0;
  #exchanges = 0;
  #cut = false;
  #failure: Error | undefined;

  readonly #mostBytes: number;

  constructor(path: string, { serial, listed, drover, mostBytes = usualMostBytes }: TranscriptOptions) {
    this.#file = createWriteStream(path, { mode: 0o600 });
    this.#file.on("error", (error) => {
      this.#failure = error;
    });
    this.#serial = serial;
    this.#mostBytes = mostBytes;
    const recordedAt = new Date().toISOString();
    this.#write({
      kind: "transcript",
      version: transcriptVersion,
      drover,
      recordedAt,
      listed: maskSerial(listed, serial),
    });
  }

  add({ service: asked, answer, ...exchange }: HeardExchange): void {
    if (this.#cut) return;
    const { key, passing } = exchangeKey(asked);
    const service = maskAnswer("", key, this.#serial);
    this.#write({ kind: "exchange", ...exchange, service, answer: this.#answer(answer, asked, passing) });
    this.#exchanges += 1;
    this.#cut = this.#written >= this.#mostBytes;
  }

  /** @throws Error when the file could not be written */
  async close(): Promise<void> {
    this.#write({ kind: "end", exchanges: this.#exchanges, cut: this.#cut });
    this.#file.end();
    if (this.#failure === undefined) await once(this.#file, "close");
    if (this.#failure !== undefined) throw this.#failure;
  }

  #answer(bytes: Buffer, asked: string, passing: readonly string[]): TranscriptAnswer {
    if (bytes.subarray(0, 4).toString("latin1") === "FAIL")
      return { kind: "refused", text: maskSerial(bytes.subarray(8).toString("utf8"), this.#serial) };
    const body = bytes.subarray(4);
    const picture = pictureIn(body);
    if (picture !== null) return picture;
    if (!isUtf8(body)) return { kind: "bytes", base64: body.toString("base64") };
    return {
      kind: "text",
      text: withPlaces(maskAnswer(asked, body.toString("utf8"), this.#serial), passing),
    };
  }

  #write(line: TranscriptLine): void {
    const text = `${JSON.stringify(line)}\n`;
    this.#written += Buffer.byteLength(text);
    this.#file.write(text);
  }
}
