import { setTimeout as delay } from "node:timers/promises";
import { type AdbEndpoint, goneBefore, SingleClient } from "./single-connection.ts";

export interface DeviceTracker {
  /** Resolves when the tracking connection is gone. */
  close(): Promise<void>;
}

const firstBackoffMilliseconds = 100;
const longestBackoffMilliseconds = 5_000;

/**
 * Calls `onChange` whenever the adb server says that its devices changed. It says no more than that: whoever listens
 * lists the devices, because adbkit loses the first list when it arrives with the OKAY (docs/faults.md A10).
 * The connection has no timeout, is watched by TCP keep-alive, and is made again with growing pauses.
 */
export function trackDevices(endpoint: AdbEndpoint, onChange: () => void): DeviceTracker {
  const stopped = new AbortController();
  const running = superviseTracking(endpoint, onChange, stopped.signal);
  return {
    close: async () => {
      stopped.abort();
      await running;
    },
  };
}

async function superviseTracking(
  endpoint: AdbEndpoint,
  onChange: () => void,
  stop: AbortSignal,
): Promise<void> {
  let backoff = firstBackoffMilliseconds;
  while (!stop.aborted) {
    const lived = await trackOnce(endpoint, onChange, stop);
    if (stop.aborted) return;
    onChange();
    backoff = lived ? firstBackoffMilliseconds : Math.min(backoff * 2, longestBackoffMilliseconds);
    await delay(backoff * (0.5 + Math.random() / 2), undefined, { signal: stop }).catch(() => {});
  }
}

/** True when tracking had started before it ended. */
async function trackOnce(endpoint: AdbEndpoint, onChange: () => void, stop: AbortSignal): Promise<boolean> {
  const client = new SingleClient(endpoint, 0);
  // adbkit re-emits socket errors; unheard they would end the process.
  client.single.on("error", () => {});
  const destroy = (): void => {
    client.single.socket?.destroy();
  };
  stop.addEventListener("abort", destroy, { once: true });
  try {
    const tracker = await Promise.race([client.trackDevices(), goneBefore(client, stop)]);
    client.single.socket.setKeepAlive(true, 10_000);
    tracker.on("changeSet", onChange);
    tracker.on("error", () => {});
    await new Promise<void>((resolve) => {
      client.single.socket.once("close", () => resolve());
      if (client.single.socket.destroyed) resolve();
      client.single.socket.once("end", destroy);
    });
    return true;
  } catch {
    return false;
  } finally {
    stop.removeEventListener("abort", destroy);
    destroy();
  }
}
