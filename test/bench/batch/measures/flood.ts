import { setTimeout as sleep } from "node:timers/promises";
import { startApiLoad } from "../api-load.ts";
import { type FarmProfile, startBenchFarm } from "../bench-farm.ts";
import { line, milliseconds, title } from "../print.ts";
import { benchLines, submitBatch } from "../submit.ts";

const jobs = 2_000;
const steps = 50;
const settleMilliseconds = 20_000;
const floodMilliseconds = 30_000;

/** What callers of the API get while a farm that is busy with jobs is asked more than it can do. */
export async function measureFlood(profile: FarmProfile, rates: readonly number[]): Promise<void> {
  title(`flood: the API beside ${profile.devices} running jobs, ${floodMilliseconds / 1_000} s of each rate`);
  const farm = await startBenchFarm(profile);
  try {
    const settings = { concurrency: profile.devices };
    const { batchId } = await submitBatch(farm, [...benchLines(jobs, steps)], settings);
    await sleep(settleMilliseconds);
    for (const rate of rates) {
      const load = startApiLoad(farm, batchId, rate);
      await sleep(floodMilliseconds);
      const { requests, answered, shed, failed, mostInside, p50, p99 } = await load.stop();
      const counts = `${answered} answered, ${shed} turned away, ${failed} failed, at most ${mostInside} open`;
      line(
        `${rate} a second`,
        `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)} of ${requests}: ${counts}`,
      );
    }
  } finally {
    await farm.close();
  }
}
