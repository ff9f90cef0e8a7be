import { createReadStream } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod";
import { quantile } from "../../quantile.ts";
import { type BenchFarm, startBenchFarm } from "../bench-farm.ts";
import { line, milliseconds, title } from "../print.ts";
import { benchLines, pressTask, submitBatch } from "../submit.ts";
import { watchBatch } from "../watch.ts";

/** How long a device is without a job while others wait: from the moment it is free to the lease of the next. */
export async function measureLeases(devices: number, waiting: number): Promise<void> {
  title(`${devices} devices, ${waiting} jobs waiting`);
  const farm = await startBenchFarm({ devices, deviceMilliseconds: 200, modelMilliseconds: 200 });
  try {
    const jobs = devices + waiting;
    const { batchId } = await submitBatch(farm, [...benchLines(jobs, 3)], {
      concurrency: Math.min(10_000, jobs),
    });
    await watchBatch(farm, batchId);
    const gaps = (await gapsOf(farm)).slice(devices);
    const figures = [0.5, 0.99].map((share) => milliseconds(quantile(gaps, share)));
    line("lease latency", `p50 ${figures[0]}, p99 ${figures[1]} of ${gaps.length}`);
  } finally {
    await farm.close();
  }
}

const HostLine = z.object({
  time: z.iso.datetime(),
  message: z.string(),
  deviceId: z.string().optional(),
  state: z.string().optional(),
});

/** By the host's own log: from `ready` to the job that took the device next. Each device had jobs waiting for it until its last. */
async function gapsOf({ dir }: BenchFarm): Promise<readonly number[]> {
  const freeSince = new Map<string, number>();
  const gaps: number[] = [];
  for await (const text of createInterface({ input: createReadStream(path.join(dir, "logs/host.log")) })) {
    const { time, message, deviceId = "", state } = HostLine.parse(JSON.parse(text));
    const since = freeSince.get(deviceId);
    if (message === "lease" && since !== undefined) gaps.push(Date.parse(time) - since);
    if (message === "device state" && state === "ready") freeSince.set(deviceId, Date.parse(time));
    else if (message === "lease") freeSince.delete(deviceId);
  }
  return gaps;
}

/** Single jobs of the same tenant, submitted while a batch of so many holds every device. */
export async function measureSingleJob(devices: number, jobs: number, singles: number): Promise<void> {
  title(`a single job behind a batch of ${jobs} on ${devices} devices`);
  const farm = await startBenchFarm({ devices, deviceMilliseconds: 150, modelMilliseconds: 350 });
  try {
    const concurrency = Math.min(10_000, jobs);
    const { batchId } = await submitBatch(farm, [...benchLines(jobs, 5)], { concurrency });
    // Every device has had a job by now.
    await watchBatch(farm, batchId, ({ progress }) => progress.ended >= devices);
    const waits: number[] = [];
    for (let single = 0; single < singles; single += 1) waits.push(await waitOfOne(farm));
    const { progress, counts } = await farm.call("readBatch", { id: batchId });
    line("waited for a device", waits.map(milliseconds).join(", "));
    line("the batch meanwhile", `${progress.ended} ended, ${progress.running} running of ${jobs}`);
    line("a device is released", `every ${milliseconds(meanRelease(counts, progress, devices))} on average`);
  } finally {
    await farm.close();
  }
}

const meanRelease = (
  counts: { readonly deviceMilliseconds: number },
  progress: { readonly ended: number },
  devices: number,
): number => counts.deviceMilliseconds / Math.max(1, progress.ended) / devices;

async function waitOfOne(farm: BenchFarm): Promise<number> {
  const { jobId, createdAt } = await farm.call("submitJob", { body: { task: pressTask(2) } });
  for (;;) {
    const { startedAt } = await farm.call("readJob", { id: jobId });
    if (startedAt !== undefined) return Date.parse(startedAt) - Date.parse(createdAt);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
