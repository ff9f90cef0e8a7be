import { ExponentialBackoff, type IBackoff, type IBackoffFactory } from "cockatiel";

export interface RetrySettings {
  readonly firstSeconds: number;
  readonly longestSeconds: number;
}

export const retryBackoff = ({ firstSeconds, longestSeconds }: RetrySettings): IBackoffFactory<unknown> =>
  new ExponentialBackoff({ initialDelay: firstSeconds * 1_000, maxDelay: longestSeconds * 1_000 });

/** When a device that could not be used, or made, is tried again: after growing pauses, with jitter. Times are monotonic. */
export class RetryPlan {
  #backoff: IBackoff<unknown> | null = null;
  #dueAt: number | null = null;

  failed(now: number, backoff: IBackoffFactory<unknown>): void {
    this.#backoff = (this.#backoff ?? backoff).next(undefined);
    this.#dueAt = now + this.#backoff.duration;
  }

  /** The device may be used again. The next pause is still longer: only a finished job proves a device. */
  mended(): void {
    this.#dueAt = null;
  }

  /** A job was done on it and it came back clean. */
  proved(): void {
    this.#dueAt = null;
    this.#backoff = null;
  }

  due(now: number): boolean {
    return this.#dueAt !== null && now >= this.#dueAt;
  }

  /** It failed, and its pause is not over. */
  waits(now: number): boolean {
    return this.#dueAt !== null && now < this.#dueAt;
  }
}
