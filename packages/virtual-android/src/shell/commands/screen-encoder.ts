import { Worker } from "node:worker_threads";

export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** The messages to the thread, in this order: frames as they were seen, then that there is no further one. */
export type EncoderRequest =
  | { readonly png: Uint8Array; readonly atMilliseconds: number }
  | { readonly finish: true };

export interface EncoderSettings extends FrameSize {
  readonly bitsPerSecond: number;
}

/** Makes an MP4 of pictures, in its own thread: a frame takes tens of milliseconds. */
export class ScreenEncoder implements AsyncDisposable {
  readonly #worker: Worker;
  readonly #answer: Promise<Buffer>;

  constructor({ width, height }: FrameSize, bitsPerSecond: number) {
    const extension = import.meta.url.slice(import.meta.url.lastIndexOf("."));
    const workerData: EncoderSettings = { width, height, bitsPerSecond };
    this.#worker = new Worker(new URL(`./screen-encoder-worker${extension}`, import.meta.url), {
      workerData,
    });
    this.#answer = new Promise((resolve, reject) => {
      this.#worker.on("message", (mp4: Uint8Array) => resolve(Buffer.from(mp4)));
      this.#worker.on("error", reject);
      this.#worker.on("exit", () => reject(new Error("the encoder ended before its time")));
    });
    // Whoever finishes hears of it.
    this.#answer.catch(() => {});
  }

  add(png: Uint8Array, atMilliseconds: number): void {
    this.#worker.postMessage({ png, atMilliseconds } satisfies EncoderRequest);
  }

  /** The file. */
  finish(): Promise<Buffer> {
    this.#worker.postMessage({ finish: true } satisfies EncoderRequest);
    return this.#answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}
