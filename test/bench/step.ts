/**
 * `npm run bench:step`: what a step of the agent loop costs beside the work of device and model. Starts a real farm, runs
 * jobs of the practice model alone and on 20 phones at once, and reads the steps' own times back through the API. `-- --json` prints
 * `callsPerStep` and `callsPerJob` (without its steps) instead, counted at the services' doors.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ApiClient, createApiClient } from "#cli/api-client.ts";
import { startFarm } from "#local/farm.ts";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import { createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { awsConfigFromEnvironment } from "#shared/storage/clients/aws-config-from-environment.ts";
import { type Calls, callGroups, countCalls, inGroup } from "./calls/count-calls.ts";
import { usageOfAll } from "./process-usage.ts";
import { quantile } from "./quantile.ts";

const task = "Turn on Bluetooth, then set an alarm for 7:30";
const phones = 20;
/** Side by side, for the calls of a step. */
const countedJobs = 3;
/** Seldom, so that asking does not count among what is measured. */
const pollMilliseconds = 500;
const jobDeadlineMilliseconds = 300_000;

/** Milliseconds between two predictions that neither the model nor the device used. */
function overheads(steps: readonly StepResponse[]): readonly number[] {
  return steps.slice(1).map((step, index) => {
    const before = steps[index];
    if (!before) return Number.NaN;
    const turn = Date.parse(step.predictedAt) - Date.parse(before.predictedAt);
    // A step is stamped when its prediction is there: this turn holds the device work of the step before and the
    // inference of this one.
    return turn - before.timings.deviceMilliseconds - step.timings.inferenceMilliseconds;
  });
}

async function runJobs(api: ApiClient, count: number): Promise<readonly (readonly StepResponse[])[]> {
  const one = async (): Promise<readonly StepResponse[]> => {
    const { jobId } = await api.submit({ task });
    const job = await endOf(api, jobId);
    if (job.outcome !== "succeeded")
      throw new Error(`job ${jobId} ended ${job.outcome}: ${job.outcomeReason}`);
    return (await api.steps(jobId, { limit: 100 })).items;
  };
  return Promise.all(Array.from({ length: count }, one));
}

async function endOf(api: ApiClient, jobId: string): Promise<JobResponse> {
  const deadline = performance.now() + jobDeadlineMilliseconds;
  while (performance.now() < deadline) {
    const job = await api.job(jobId);
    if (job.status === "finished") return job;
    await sleep(pollMilliseconds);
  }
  throw new Error(`job ${jobId} did not end`);
}

async function measure(label: string, phoneCount: number, rounds: number, atOnce: number): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-bench-"));
  const farm = await startFarm({ dir, phones: phoneCount, environment: {}, report: () => undefined });
  try {
    const api = createApiClient(farm.file);
    const idle = await usageOfAll(farm.file.processes);
    await runJobs(api, atOnce);
    const before = await usageOfAll(farm.file.processes);
    const started = performance.now();
    const jobs: (readonly StepResponse[])[] = [];
    for (let round = 0; round < rounds; round += 1) jobs.push(...(await runJobs(api, atOnce)));
    const seconds = (performance.now() - started) / 1000;
    const after = await usageOfAll(farm.file.processes);

    const steps = jobs.reduce((sum, job) => sum + job.length, 0);
    const all = jobs.flatMap(overheads);
    const device = jobs.flat().map((step) => step.timings.deviceMilliseconds);
    const figures = (values: readonly number[]): string =>
      `p50 ${quantile(values, 0.5).toFixed(1)}, p95 ${quantile(values, 0.95).toFixed(1)}`;
    print(
      `${label}: ${jobs.length} jobs, ${steps} steps in ${seconds.toFixed(1)} s (${(steps / seconds).toFixed(1)} steps/s)`,
    );
    print(`  overhead a step, ms: ${figures(all)}; device work, ms: ${figures(device)}`);
    for (const [name, usage] of Object.entries(after)) {
      const cpu = (usage.cpuMilliseconds - (before[name]?.cpuMilliseconds ?? 0)) / steps;
      const memory = `${usage.residentMebibytes.toFixed(0)} MiB (${idle[name]?.residentMebibytes.toFixed(0)} idle)`;
      const role = name === "farm" ? "farm (with this bench)" : name;
      print(`  ${role.padEnd(22)} ${cpu.toFixed(1).padStart(6)} CPU ms a step, ${memory}`);
    }
  } finally {
    await farm.close();
    await rm(dir, { recursive: true, force: true });
  }
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function printCalls(): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-bench-"));
  const options = { dir, phones: countedJobs, metered: true, environment: {}, report: () => undefined };
  const farm = await startFarm(options);
  try {
    const { sfn } = createAwsClients(awsConfigFromEnvironment(farm.file.environment));
    const { step, job } = await countCalls({ farm, sfn }, countedJobs);
    print(JSON.stringify({ callsPerStep: asTable(step), callsPerJob: asTable(job) }, null, 1));
  } finally {
    await farm.close();
    await rm(dir, { recursive: true, force: true });
  }
}

const asTable = (calls: Calls) => ({
  ...Object.fromEntries(
    Object.keys(callGroups).map((group) => [
      group,
      rounded(inGroup(calls, group as keyof typeof callGroups)),
    ]),
  ),
  calls: Object.fromEntries([...calls].map(([name, count]) => [name, rounded(count)])),
});

const rounded = (count: number): number => Number(count.toFixed(2));

if (process.argv.includes("--json")) {
  await printCalls();
  process.exit(0);
}
await measure("alone", 1, 6, 1);
if (!process.argv.includes("--alone")) await measure(`${phones} at once`, phones, 2, phones);
process.exit(0);
