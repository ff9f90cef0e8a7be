/**
 * `npm run bench:heap [-- JOBS [PHONES]]`: whether a farm's process grows with the jobs it ran. Starts a real farm in this
 * process, runs short jobs (500 unless told), and prints what is alive after a garbage collection, every 50 jobs.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ApiClient, createApiClient } from "#cli/api-client.ts";
import { startFarm } from "#local/farm.ts";

const [jobs = 500, phones = 10] = process.argv.slice(2).map(Number);
const jobsBetween = 50;
const task = "Turn on Bluetooth";
const pollMilliseconds = 250;
const mebibyte = 1024 * 1024;

if (globalThis.gc === undefined) throw new Error("Run it with --expose-gc: npm run bench:heap.");
const collect = globalThis.gc;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function runJob(api: ApiClient): Promise<void> {
  const { jobId } = await api.submit({ task });
  for (;;) {
    const { status, outcome, outcomeReason } = await api.job(jobId);
    if (status === "finished") {
      if (outcome !== "succeeded") print(`job ${jobId} ended ${outcome}: ${outcomeReason}`);
      return;
    }
    await sleep(pollMilliseconds);
  }
}

/** Live heap in MiB. Twice, with a turn in between: what the first collection's finalizers let go goes with the second. */
async function liveHeap(): Promise<number> {
  collect();
  await sleep(100);
  collect();
  return process.memoryUsage().heapUsed / mebibyte;
}

async function runJobs(api: ApiClient, count: number): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await runJob(api);
    }
  };
  await Promise.all(Array.from({ length: phones }, worker));
}

/** MiB a job, by least squares. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([jobs]) => jobs), mean(([, heap]) => heap)];
  return mean((point) => (point[0] - x) * (point[1] - y)) / mean((point) => (point[0] - x) ** 2);
}

const dir = await mkdtemp(path.join(tmpdir(), "drover-heap-"));
const farm = await startFarm({ dir, phones, environment: {}, report: () => undefined });
const measured: (readonly [number, number])[] = [];
const startedAt = performance.now();
const measure = async (done: number): Promise<void> => {
  const heap = await liveHeap();
  measured.push([done, heap]);
  const { rss, external } = process.memoryUsage();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const size = (bytes: number): string => (bytes / mebibyte).toFixed(0);
  print(
    `${String(done).padStart(5)} jobs: live heap ${heap.toFixed(1).padStart(6)} MiB, external ${size(external)}, resident ${size(rss)}, after ${seconds} s`,
  );
};
try {
  const api = createApiClient(farm.file);
  await measure(0);
  for (let done = 0; done < jobs; ) {
    const next = Math.min(jobsBetween, jobs - done);
    await runJobs(api, next);
    done += next;
    await measure(done);
  }
  // What the first jobs load stays, and is no growth.
  const later = measured.slice(Math.floor(measured.length / 2));
  print(`growth over the second half: ${(slope(later) * 1024).toFixed(1)} KiB a job`);
} finally {
  await farm.close();
  await rm(dir, { recursive: true, force: true });
}
process.exit(0);
