import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "../quantile.ts";
import type { BenchFarm } from "./bench-farm.ts";

export interface ApiLoad {
  readonly requests: number;
  /** Of those that got what they asked for. */
  readonly answered: number;
  readonly mostInside: number;
  /** Turned away, to come again: 503 with Retry-After, or 429. */
  readonly shed: number;
  /** Not answered with 2xx for another reason, or not even sent because too many were open. */
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
}

const usualRequestsPerSecond = 100;
const tickMilliseconds = 10;
/** A farm that has fallen so far behind gets no more: its sockets would be what is measured. */
const mostOpen = 500;

/**
 * Asks the API so many times a second until stopped, whether or not it has answered: what people and pages read, in turn. Times
 * are from when a request was due, so that a farm that falls behind shows it.
 */
export function startApiLoad(
  farm: BenchFarm,
  batchId: string,
  requestsPerSecond = usualRequestsPerSecond,
): {
  stop(): Promise<ApiLoad>;
} {
  const paths = [
    `/v1/batches/${batchId}`,
    "/v1/jobs?limit=20",
    `/v1/batches/${batchId}/jobs?limit=20`,
    "/v1/farm",
  ];
  const times: number[] = [];
  const open = new Set<Promise<void>>();
  let [running, answered, shed, failed, sent, mostInside] = [true, 0, 0, 0, 0, 0];
  const ask = async (due: number): Promise<void> => {
    if (open.size >= mostOpen) {
      failed += 1;
      return;
    }
    const headers = { authorization: `Bearer ${farm.file.token}` };
    const url = new URL(paths[sent % paths.length] ?? "", farm.file.apiUrl);
    const response = await fetch(url, { headers }).catch(() => null);
    await response?.arrayBuffer();
    const status = response?.status ?? 0;
    if (status === 429 || (status === 503 && response?.headers.has("retry-after"))) shed += 1;
    else if (!response?.ok) failed += 1;
    else answered += 1;
    times.push(performance.now() - due);
  };
  const loop = (async () => {
    const started = performance.now();
    while (running) {
      const dueCount = Math.floor(((performance.now() - started) / 1_000) * requestsPerSecond);
      for (; sent < dueCount; sent += 1) {
        const asked = ask(started + (sent * 1_000) / requestsPerSecond).finally(() => open.delete(asked));
        open.add(asked);
        mostInside = Math.max(mostInside, open.size);
      }
      await sleep(tickMilliseconds);
    }
  })();
  return {
    async stop() {
      running = false;
      await loop;
      await Promise.all(open);
      const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
      return { requests: sent, answered, shed, failed, mostInside, p50, p99 };
    },
  };
}
