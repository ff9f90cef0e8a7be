import type { AdbCommandRecord } from "#device-host/adb/adb-device.ts";
import { type HostClock, systemClock } from "#device-host/host-clock.ts";

interface Span {
  readonly from: number;
  readonly to: number;
}

/** When somebody waited for the device, or for its screen to be still. Commands side by side count once. */
export class DeviceTime {
  readonly #spans: Span[] = [];

  readonly onCommand = ({ milliseconds }: AdbCommandRecord): void => {
    const to = performance.now();
    this.#spans.push({ from: to - milliseconds, to });
  };

  readonly clock: HostClock = {
    ...systemClock,
    wait: async (milliseconds, signal) => {
      const from = performance.now();
      await systemClock.wait(milliseconds, signal);
      this.#spans.push({ from, to: performance.now() });
    },
  };

  /** Milliseconds since the last time this was asked. */
  take(): number {
    const spans = this.#spans.splice(0).sort((a, b) => a.from - b.from);
    let waited = 0;
    let until = Number.NEGATIVE_INFINITY;
    for (const { from, to } of spans) {
      waited += Math.max(0, to - Math.max(from, until));
      until = Math.max(until, to);
    }
    return waited;
  }
}
