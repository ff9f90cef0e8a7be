import { ApiError } from "./api-error.ts";

/** So many requests a minute, as Anthropic keeps and tells them: a bucket that fills steadily up to a minute's worth. */
export class RequestLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  #left: number;
  #at: number;

  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
    this.#left = perMinute;
    this.#at = now();
  }

  /** Counts a request; answers the headers that tell what is left. @throws ApiError 429 when nothing is */
  take(): Readonly<Record<string, string>> {
    const now = this.#now();
    const gained = ((now - this.#at) * this.#perMinute) / 60_000;
    this.#left = Math.min(this.#perMinute, this.#left + Math.max(0, gained));
    this.#at = now;
    if (this.#left < 1) {
      const seconds = Math.ceil(((1 - this.#left) * 60) / this.#perMinute);
      throw new ApiError("rate_limit_error", `This key may send ${this.#perMinute} requests a minute.`, {
        headers: { ...this.#headers(), "retry-after": String(seconds) },
      });
    }
    this.#left -= 1;
    return this.#headers();
  }

  #headers(): Readonly<Record<string, string>> {
    const fullAfter = ((this.#perMinute - this.#left) * 60_000) / this.#perMinute;
    return {
      "anthropic-ratelimit-requests-limit": String(this.#perMinute),
      "anthropic-ratelimit-requests-remaining": String(Math.floor(this.#left)),
      "anthropic-ratelimit-requests-reset": new Date(this.#at + fullAfter).toISOString(),
    };
  }
}
