import { startApiLoad } from "../api-load.ts";
import { type FarmProfile, startBenchFarm } from "../bench-farm.ts";
import { checkJobs, itemsOf } from "../jobs-of-batch.ts";
import { kept } from "../kept-bytes.ts";
import { line, megabytes, milliseconds, title } from "../print.ts";
import { benchLines, submitBatch } from "../submit.ts";
import { saturatedRate, watchBatch } from "../watch.ts";

interface Size {
  readonly jobs: number;
  readonly steps: number;
  readonly withApiLoad: boolean;
}

/** A whole batch, from its submission to its last job. */
export async function measureThroughput(name: string, profile: FarmProfile, size: Size): Promise<void> {
  title(`${name}: ${size.jobs} jobs of ${size.steps} steps on ${profile.devices} devices`);
  const farm = await startBenchFarm(profile);
  try {
    const before = await kept(farm);
    const settings = { concurrency: Math.min(10_000, profile.devices * 2) };
    const { batchId, milliseconds: submitting } = await submitBatch(
      farm,
      [...benchLines(size.jobs, size.steps)],
      settings,
    );
    const load = size.withApiLoad ? startApiLoad(farm, batchId) : null;
    const { samples, seconds, last, mebibytes, cpuMilliseconds } = await watchBatch(farm, batchId);
    const api = await load?.stop();
    const items = await itemsOf(farm, batchId);
    const { lost, doubled, outcomes } = checkJobs(items, size.jobs);
    const steps = last.counts.steps;
    const ideal = idealSeconds(profile, size.jobs, steps);
    const firstStep = samples.find(({ ended, running }) => ended > 0 || running > 0)?.seconds;
    line("submitted in", milliseconds(submitting));
    line("first running", firstStep === undefined ? "-" : `within ${firstStep.toFixed(1)} s`);
    line("all ended in", `${seconds.toFixed(1)} s: ${(steps / seconds).toFixed(1)} steps/s, ${steps} steps`);
    line("at saturation", `${saturatedRate(samples, size.jobs).toFixed(1)} steps/s`);
    line(
      "efficiency",
      ideal === 0
        ? "no ideal: device and model take no time"
        : `${((100 * ideal) / seconds).toFixed(1)} % of ${ideal.toFixed(1)} s`,
    );
    for (const [part, most] of Object.entries(mebibytes))
      line(part, `${megabytes(most)}, ${((cpuMilliseconds[part] ?? 0) / steps).toFixed(1)} CPU ms a step`);
    const after = await kept(farm);
    for (const [place, bytes] of Object.entries(after))
      line(`kept: ${place}`, `${((bytes - (before[place] ?? 0)) / steps / 1024).toFixed(1)} KB a step`);
    if (api)
      line(
        "API, 100 a second",
        `p50 ${milliseconds(api.p50)}, p99 ${milliseconds(api.p99)} of ${api.requests}, ${api.shed} turned away, ${api.failed} failed`,
      );
    line("lost, doubled", `${lost}, ${doubled}; ${JSON.stringify(outcomes)}`);
  } finally {
    await farm.close();
  }
}

/** What device and model alone would take, all devices busy. */
const idealSeconds = (
  { devices, deviceMilliseconds, modelMilliseconds }: FarmProfile,
  jobs: number,
  steps: number,
): number => ((steps / Math.min(devices, jobs)) * (deviceMilliseconds + modelMilliseconds)) / 1_000;
