import type { HostClock } from "#device-host/host-clock.ts";

/** A phone's time, which passes only on request, so that the same actions always meet the same moments. */
export class EpisodeClock implements HostClock {
  #at: number;

  constructor(at: number) {
    this.#at = at;
  }

  now(): Date {
    return new Date(this.#at);
  }

  monotonic(): number {
    return this.#at;
  }

  async wait(milliseconds: number): Promise<void> {
    this.#at += milliseconds;
  }

  set(at: number): void {
    this.#at = at;
  }
}
