import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { CloudReader } from "./cloud-reader.ts";
import { onEvenBackground } from "./even-background.ts";
import type { ReadWord } from "./read-lines.ts";
import { startTextEngine, type TextEngine } from "./text-engine.ts";

export interface TextReaderSettings {
  readonly start: () => Promise<TextEngine>;
  /** Pictures that may wait while one is read. */
  readonly mostWaiting: number;
  /** From the moment a picture is brought, waiting included. */
  readonly deadlineMilliseconds: number;
  /** Asked first about pictures that may leave the host; absent: there is none. */
  readonly cloud?: Pick<CloudReader, "read"> | undefined;
}

const usual: TextReaderSettings = {
  start: startTextEngine,
  mostWaiting: 8,
  deadlineMilliseconds: 10_000,
};

type LocalReading =
  | { readonly words: readonly ReadWord[] }
  /** Why nothing was read. */
  | { readonly problem: string };

export type TextReading = LocalReading & {
  /** What a cloud service took for it. */
  readonly usd?: number;
  /** Why the cloud service did not read it. */
  readonly fellBack?: string;
};

/** Beyond this a picture takes seconds and shows no more text. */
const longestEdge = 2_400;

/** One engine for all devices of a host: started by the first picture, restarted after it failed, ended by `close`. */
export class TextReader {
  readonly #settings: TextReaderSettings;
  #engine: Promise<TextEngine> | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  readonly #closing = new AbortController();

  constructor(settings: Partial<TextReaderSettings> = {}) {
    this.#settings = { ...usual, ...settings };
  }

  /**
   * The words in this part of a PNG, in its pixels; a cloud service is asked only where the picture `mayLeave` the host. Never
   * throws: a screen can be used without them.
   */
  async read(
    png: Buffer,
    area: Bounds,
    { mayLeave = false }: { readonly mayLeave?: boolean } = {},
  ): Promise<TextReading> {
    const { cloud } = this.#settings;
    if (!mayLeave || cloud === undefined) return this.#readHere(png, area);
    const told = await cloud.read(png, area, this.#closing.signal);
    if (told.kind === "read") return { words: told.words, usd: told.usd };
    return { ...(await this.#readHere(png, area)), fellBack: told.problem };
  }

  async #readHere(png: Buffer, area: Bounds): Promise<LocalReading> {
    if (this.#waiting > this.#settings.mostWaiting) return { problem: "too many pictures wait to be read" };
    const signal = AbortSignal.any([
      this.#closing.signal,
      AbortSignal.timeout(this.#settings.deadlineMilliseconds),
    ]);
    this.#waiting += 1;
    const before = this.#turn;
    const reading = before.then(() => this.#read(png, area, signal));
    this.#turn = reading;
    return await reading.finally(() => {
      this.#waiting -= 1;
    });
  }

  async #read(png: Buffer, area: Bounds, signal: AbortSignal): Promise<LocalReading> {
    if (signal.aborted) return { problem: this.#why("other pictures took too long") };
    try {
      return { words: await untilAborted(this.#words(png, area), signal) };
    } catch (error) {
      this.#stop();
      return { problem: signal.aborted ? this.#why("reading it took too long") : String(error) };
    }
  }

  #why(late: string): string {
    return this.#closing.signal.aborted ? "the host is shutting down" : late;
  }

  async #words(png: Buffer, area: Bounds): Promise<readonly ReadWord[]> {
    this.#engine ??= this.#settings.start();
    const scale = Math.min(1, longestEdge / Math.max(area.right - area.left, area.bottom - area.top));
    const [engine, picture] = await Promise.all([this.#engine, onEvenBackground(png, area, scale)]);
    const words = await engine.read(picture);
    const [x, y] = [area.left, area.top];
    return words.map(({ bounds: { left, top, right, bottom }, ...word }) => ({
      ...word,
      bounds: {
        left: Math.floor(left / scale) + x,
        top: Math.floor(top / scale) + y,
        right: Math.ceil(right / scale) + x,
        bottom: Math.ceil(bottom / scale) + y,
      },
    }));
  }

  /** Waits for nothing: an engine that hangs may never have started. */
  #stop(): void {
    const engine = this.#engine;
    this.#engine = null;
    engine?.then((one) => one.stop()).catch(() => {});
  }

  /** What is being read is given up. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#stop();
    await this.#turn;
  }
}

/** Rejects with the signal; what runs on by then has nobody who waits for it. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}
