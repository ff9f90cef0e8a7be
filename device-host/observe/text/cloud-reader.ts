import { setTimeout } from "node:timers/promises";
import type { CloudOcr } from "#shared/contracts/farm/cloud-ocr.ts";
import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { ReadWord } from "./read-lines.ts";
import { VisionAnswer, visionWords } from "./vision-words.ts";

interface CloudReaderParts {
  readonly settings: CloudOcr;
  /** Null: there is none. */
  readonly readKey: () => Promise<string | null>;
  /** Milliseconds, of a clock that nobody sets. */
  readonly monotonic: () => number;
}

export type CloudReading =
  | { readonly kind: "read"; readonly words: readonly ReadWord[]; readonly usd: number }
  | { readonly kind: "failed"; readonly problem: string };

const mostTries = 2;
const pauseMilliseconds = 200;
/** After a failure pictures are read on the host for so long: else each screen would wait for a service that is away. */
const awayMilliseconds = 60_000;
/** A key that was changed in its secret is used after this at the latest. */
const keyHoldsMilliseconds = 5 * 60_000;

/** Another try may help: the service is busy, or failed. */
class Passing extends Error {}

/** Google Vision's `images:annotate`, or what speaks it. */
export class CloudReader {
  readonly #parts: CloudReaderParts;
  #key: { readonly value: string; readonly readAt: number } | null = null;
  #awayUntil = Number.NEGATIVE_INFINITY;
  #lastProblem = "";

  constructor(parts: CloudReaderParts) {
    this.#parts = parts;
  }

  /** The words in this part of a PNG, in its pixels. Never throws: the host reads what the service does not. */
  async read(png: Buffer, area: Bounds, signal: AbortSignal): Promise<CloudReading> {
    const { settings, monotonic } = this.#parts;
    if (monotonic() < this.#awayUntil) return { kind: "failed", problem: this.#lastProblem };
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(settings.timeoutSeconds * 1_000)]);
    try {
      const words = await this.#words(png, area, deadline);
      return { kind: "read", words, usd: settings.usdPerPicture };
    } catch (error) {
      this.#awayUntil = monotonic() + awayMilliseconds;
      this.#lastProblem = deadline.aborted
        ? `no response in ${settings.timeoutSeconds} s`
        : String(error instanceof Error ? error.message : error).slice(0, 200);
      return { kind: "failed", problem: this.#lastProblem };
    }
  }

  async #words(png: Buffer, area: Bounds, signal: AbortSignal): Promise<readonly ReadWord[]> {
    const key = await this.#currentKey();
    const { left, top, right, bottom } = area;
    const { default: sharp } = await import("sharp");
    const cut = { left, top, width: right - left, height: bottom - top };
    const content = (await sharp(png).extract(cut).png().toBuffer()).toString("base64");
    for (let tries = 1; ; tries += 1) {
      try {
        const words = visionWords(await this.#ask(content, key, signal));
        return words.map(({ bounds, ...word }) => ({ ...word, bounds: movedBy(bounds, left, top) }));
      } catch (error) {
        if (!(error instanceof Passing) || tries >= mostTries) throw error;
        await setTimeout(pauseMilliseconds, undefined, { signal });
      }
    }
  }

  async #ask(content: string, key: string, signal: AbortSignal): Promise<VisionAnswer> {
    const response = await fetch(this.#parts.settings.url, {
      method: "POST",
      // A key in the address would stand in logs.
      headers: { "content-type": "application/json", "x-goog-api-key": key },
      body: JSON.stringify({
        requests: [{ image: { content }, features: [{ type: "TEXT_DETECTION" }] }],
      }),
      redirect: "error",
      signal,
    }).catch((error: unknown) => {
      throw signal.aborted ? error : new Passing("it cannot be reached");
    });
    const { status } = response;
    if (status === 429 || status >= 500) throw new Passing(`it answers ${status}`);
    if (!response.ok) {
      // The key may have been changed.
      this.#key = null;
      throw new Error(`it answers ${status}`);
    }
    const answer = VisionAnswer.safeParse(await response.json().catch(() => null));
    if (!answer.success) throw new Error("its response is not an annotation");
    const refused = answer.data.responses[0]?.error;
    if (refused !== undefined) throw new Error(`its error is: ${refused.message}`);
    return answer.data;
  }

  async #currentKey(): Promise<string> {
    const { readKey, monotonic, settings } = this.#parts;
    if (this.#key !== null && monotonic() - this.#key.readAt < keyHoldsMilliseconds) return this.#key.value;
    const value = await readKey();
    if (value === null) throw new Error(`there is no secret '${settings.secret}' with its key`);
    this.#key = { value, readAt: monotonic() };
    return value;
  }
}

const movedBy = ({ left, top, right, bottom }: Bounds, x: number, y: number): Bounds => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
});
