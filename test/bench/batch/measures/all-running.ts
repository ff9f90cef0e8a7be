import { setTimeout as sleep } from "node:timers/promises";
import { usageOfAll } from "../../process-usage.ts";
import { type BenchFarm, startBenchFarm } from "../bench-farm.ts";
import { line, megabytes, milliseconds, title } from "../print.ts";
import { benchLines, submitBatch } from "../submit.ts";

/** Each waits so long for its agent's turn, which nobody takes, that the last has a device before the first ends. */
const agent = { kind: "external", name: "slow-to-answer", turnTimeoutSeconds: 600 } as const;
const limits = { timeoutSeconds: 7_200 };
const patienceSeconds = 580;
/** 10,000 devices are 100 pages, which cost the farm too. */
const pollMilliseconds = 10_000;

/** As many jobs as devices, all under way on a device at once. */
export async function measureAllRunning(jobs: number): Promise<void> {
  title(`${jobs} jobs running at once, each on a device`);
  const farm = await startBenchFarm({ devices: jobs, deviceMilliseconds: 0, modelMilliseconds: 0 });
  try {
    const idle = await usageOfAll(farm.file.processes);
    const started = performance.now();
    const lines = [...benchLines(jobs, 2, limits, agent)];
    const { batchId, milliseconds: submitting } = await submitBatch(farm, lines, { concurrency: jobs });
    line("submitted in", milliseconds(submitting));
    let [most, seconds] = [0, 0];
    while (most < jobs && seconds < patienceSeconds) {
      await sleep(pollMilliseconds);
      most = Math.max(most, await leasedDevices(farm));
      seconds = (performance.now() - started) / 1_000;
      process.stderr.write(`  ${seconds.toFixed(0)} s: ${most} of ${jobs} on devices\n`);
    }
    line("on devices", `${most} of ${jobs} after ${seconds.toFixed(0)} s`);
    const { counts } = await farm.call("readBatch", { id: batchId });
    line("ended meanwhile", JSON.stringify(counts.outcomes));
    for (const [part, { residentMebibytes }] of Object.entries(await usageOfAll(farm.file.processes)))
      line(part, `${megabytes(residentMebibytes)} (${megabytes(idle[part]?.residentMebibytes ?? 0)} idle)`);
  } finally {
    await farm.close();
  }
}

async function leasedDevices(farm: BenchFarm): Promise<number> {
  let [leased, cursor] = [0, undefined as string | undefined];
  do {
    const page = await farm.call("listDevices", { query: { limit: 100, cursor } });
    leased += page.items.filter(({ state }) => state === "leased").length;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return leased;
}
