/**
 * `npm run bench:heap [-- --jobs 5000 --every 500 --devices 20 --steps 3 --json]`: whether a farm's process grows with the jobs it
 * ran. Starts a real farm in this process, with devices that take no time; runs short jobs, and prints after each `--every` of them
 * what is alive after a garbage collection.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startFarm } from "#local/farm.ts";
import { collectGarbage } from "../collect-garbage.ts";
import { type BenchFarm, callsOf } from "./batch/bench-farm.ts";
import { benchLines, submitBatch } from "./batch/submit.ts";
import { watchBatch } from "./batch/watch.ts";

const { values } = parseArgs({
  options: {
    jobs: { type: "string", default: "5000" },
    every: { type: "string", default: "500" },
    devices: { type: "string", default: "20" },
    steps: { type: "string", default: "3" },
    json: { type: "boolean", default: false },
  },
});
const [jobs, every, devices, steps] = [values.jobs, values.every, values.devices, values.steps].map(
  Number,
) as [number, number, number, number];

interface Figures {
  readonly jobs: number;
  readonly seconds: number;
  /** All in MiB: of this process's first thread, which has tables, functions and API; resident is the whole process. */
  readonly heap: number;
  readonly buffers: number;
  readonly resident: number;
}

const mebibytes = (bytes: number): number => Math.round((bytes / 1024 / 1024) * 10) / 10;
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const startedAt = performance.now();

/** Twice, with a turn in between: what the first collection's finalizers let go goes with the second. */
async function figuresAfter(done: number): Promise<Figures> {
  collectGarbage();
  await sleep(500);
  collectGarbage();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const [heap, buffers, resident] = [heapUsed, arrayBuffers, rss].map(mebibytes) as [number, number, number];
  return { jobs: done, seconds, heap, buffers, resident };
}

const lineOf = ({ jobs: done, seconds, heap, buffers, resident }: Figures): string =>
  `${String(done).padStart(5)} jobs: live heap ${heap.toFixed(1).padStart(6)} MiB, buffers ${buffers.toFixed(1)}, resident ${resident.toFixed(0)}, after ${seconds} s`;

/** KiB a job, by least squares. */
function growth(points: readonly Figures[], of: (figures: Figures) => number): number {
  const mean = (value: (point: Figures) => number): number =>
    points.reduce((sum, point) => sum + value(point), 0) / points.length;
  const [x, y] = [mean((point) => point.jobs), mean(of)];
  const slope = mean((point) => (point.jobs - x) * (of(point) - y)) / mean((point) => (point.jobs - x) ** 2);
  return Math.round(slope * 1024 * 10) / 10;
}

const dir = await mkdtemp(path.join(tmpdir(), "drover-heap-"));
const running = await startFarm({
  dir,
  phones: { devices, actionMilliseconds: 0 },
  environment: {},
  report: () => undefined,
});
const farm: BenchFarm = {
  dir,
  file: running.file,
  call: callsOf(running.file),
  close: () => running.close(),
};
const measured: Figures[] = [];
try {
  for (let done = 0; ; ) {
    const figures = await figuresAfter(done);
    measured.push(figures);
    if (!values.json) print(lineOf(figures));
    if (done >= jobs) break;
    const next = Math.min(every, jobs - done);
    const { batchId } = await submitBatch(farm, [...benchLines(next, steps)], { concurrency: devices * 2 });
    const { last } = await watchBatch(farm, batchId);
    if (last.counts.outcomes.succeeded !== next) process.stderr.write(`${JSON.stringify(last.counts)}\n`);
    done += next;
  }
  // What the first jobs load stays, and is no growth.
  const later = measured.slice(Math.floor(measured.length / 2));
  const kibibytesAJob = {
    heap: growth(later, ({ heap }) => heap),
    buffers: growth(later, ({ buffers }) => buffers),
  };
  if (values.json) print(JSON.stringify({ measured, growthOverSecondHalf: kibibytesAJob }, null, 2));
  else
    print(
      `growth over the second half: heap ${kibibytesAJob.heap}, buffers ${kibibytesAJob.buffers} KiB a job`,
    );
} finally {
  await running.close();
  await rm(dir, { recursive: true, force: true });
}
process.exit(0);
