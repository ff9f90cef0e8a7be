import type { HostServices } from "../host-services.ts";

/** Nobody misses a change for longer, whatever becomes of its note. */
const longestMilliseconds = 1_000;

/** Wakes everybody who waits for something to be different. */
export class ChangeSignal {
  readonly #clock: Pick<HostServices["clock"], "wait">;
  #changed = Promise.withResolvers<void>();
  #isNoted = false;

  constructor(clock: Pick<HostServices["clock"], "wait">) {
    this.#clock = clock;
  }

  /** Once for all that changes in one turn of the event loop: who waits looks through everything. */
  note(): void {
    if (this.#isNoted) return;
    this.#isNoted = true;
    setImmediate(() => {
      this.#isNoted = false;
      this.#changed.resolve();
      this.#changed = Promise.withResolvers<void>();
    });
  }

  /** Resolves at the next change, after a second, or when `signal` aborts. */
  async next(signal: AbortSignal): Promise<void> {
    const timeout = new AbortController();
    const waiting = this.#clock.wait(longestMilliseconds, AbortSignal.any([signal, timeout.signal]));
    await Promise.race([this.#changed.promise, waiting]);
    timeout.abort();
  }
}
