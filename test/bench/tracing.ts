/**
 * `npm run bench:tracing`: what tracing adds to a step. One farm each with traces off, on with a collector there, and on with one that is
 * away, in turn and several times over; CPU of the farm's and the host's process, and what a step takes beside device and model.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ApiClient, createApiClient } from "#cli/api-client.ts";
import { startFarm } from "#local/farm.ts";
import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import { usageOfAll } from "./process-usage.ts";
import { quantile } from "./quantile.ts";

const task = "Turn on Bluetooth, then set an alarm for 7:30";
const rounds = Number(process.argv[2] ?? 5);
const jobsOfRound = 4;
const jobDeadlineMilliseconds = 300_000;

interface Figures {
  /** Of CPU, a step. */
  readonly farm: number;
  readonly host: number;
  /** Between two predictions, without device and model. */
  readonly between: number;
  readonly spans: number;
}

/** Takes what comes, and counts requests. */
async function startCollector() {
  const server = createServer((request, response) => {
    request
      .resume()
      .on("end", () => response.writeHead(200, { "content-type": "application/x-protobuf" }).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function runJob(api: ApiClient): Promise<readonly StepResponse[]> {
  const { jobId } = await api.submit({ task });
  const deadline = performance.now() + jobDeadlineMilliseconds;
  while ((await api.job(jobId)).status !== "finished") {
    if (performance.now() > deadline) throw new Error(`job ${jobId} did not end`);
    await sleep(250);
  }
  return (await api.steps(jobId, { limit: 100 })).items;
}

const betweenOf = (steps: readonly StepResponse[]): readonly number[] =>
  steps.slice(1).flatMap((step, at) => {
    const before = steps[at];
    if (before === undefined) return [];
    const turn = Date.parse(step.predictedAt) - Date.parse(before.predictedAt);
    return [turn - before.timings.deviceMilliseconds - step.timings.inferenceMilliseconds];
  });

async function measure(endpoint: string | undefined): Promise<Figures> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-bench-"));
  if (endpoint === undefined) delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  // The host is a process of its own, and inherits it.
  else process.env.OTEL_EXPORTER_OTLP_ENDPOINT = endpoint;
  const farm = await startFarm({ dir, phones: 1, environment: { ...process.env }, report: () => undefined });
  try {
    const api = createApiClient(farm.file);
    await runJob(api);
    const before = await usageOfAll(farm.file.processes);
    const jobs: (readonly StepResponse[])[] = [];
    for (let job = 0; job < jobsOfRound; job += 1) jobs.push(await runJob(api));
    // A bundle is sent once a second.
    await sleep(1_500);
    const after = await usageOfAll(farm.file.processes);
    const steps = jobs.flat().length;
    const cpu = (name: string): number =>
      ((after[name]?.cpuMilliseconds ?? 0) - (before[name]?.cpuMilliseconds ?? 0)) / steps;
    const text = await (await fetch(`${farm.file.apiUrl}/metrics`)).text();
    const spans = [...text.matchAll(/^drover_trace_spans_total\{.*\} (\d+)$/gm)].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    );
    return { farm: cpu("farm"), host: cpu("host"), between: quantile(jobs.flatMap(betweenOf), 0.5), spans };
  } finally {
    await farm.close();
    await rm(dir, { recursive: true, force: true });
  }
}

const collector = await startCollector();
const away = await startCollector();
away.close();
const ways = { off: undefined, on: collector.url, away: away.url } as const;
const all: Record<keyof typeof ways, Figures[]> = { off: [], on: [], away: [] };
for (let round = 0; round < rounds; round += 1)
  for (const [way, endpoint] of Object.entries(ways))
    all[way as keyof typeof ways].push(await measure(endpoint));
collector.close();

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const told = (values: readonly number[]): string => {
  const [low, middle, high] = [0, 0.5, 1].map((share) => quantile(values, share).toFixed(1));
  return `${middle} (${low} to ${high})`.padEnd(24);
};
print(`${rounds} runs of ${jobsOfRound} jobs each; median (least to most), ms a step`);
for (const [way, figures] of Object.entries(all))
  print(
    `${way.padEnd(6)} farm's CPU ${told(figures.map(({ farm }) => farm))} host's CPU ${told(figures.map(({ host }) => host))} between device and model ${told(figures.map(({ between }) => between))} spans ${figures.at(-1)?.spans}`,
  );
process.exit(0);
