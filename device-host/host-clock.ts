import { setTimeout as delay } from "node:timers/promises";

/** The daemon's clock. Tests supply another one. */
export interface HostClock {
  /** Wall clock, for stored dates. */
  now(): Date;
  /** Monotonic milliseconds, for leases and deadlines (docs/faults.md A20). */
  monotonic(): number;
  /** Resolves after the time, or at once when the signal is aborted. Never rejects. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: HostClock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  wait: async (milliseconds, signal) => {
    await delay(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => {});
  },
};
