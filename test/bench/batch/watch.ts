import { setTimeout as sleep } from "node:timers/promises";
import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import { hasEnded } from "#shared/rules/batch/has-ended.ts";
import { type ProcessUsage, usageOfAll } from "../process-usage.ts";
import type { BenchFarm } from "./bench-farm.ts";

export interface Sample {
  readonly seconds: number;
  readonly steps: number;
  readonly running: number;
  readonly ended: number;
}

export interface Watched {
  readonly samples: readonly Sample[];
  readonly seconds: number;
  readonly last: BatchResponse;
  /** The most that each process held at any sample. */
  readonly mebibytes: Readonly<Record<string, number>>;
  /** Of each process, since the watch began. */
  readonly cpuMilliseconds: Readonly<Record<string, number>>;
}

const periodMilliseconds = 1_000;
const progressSeconds = 15;

/** Reads the batch every second until it has ended or `enough`; says on stderr every now and then how far it is. */
export async function watchBatch(
  farm: BenchFarm,
  batchId: string,
  enough: (batch: BatchResponse) => boolean = () => false,
): Promise<Watched> {
  const started = performance.now();
  const before = await usageOfAll(farm.file.processes);
  const samples: Sample[] = [];
  const mebibytes: Record<string, number> = {};
  let told = 0;
  for (;;) {
    const batch = await farm.call("readBatch", { id: batchId });
    const usage = await usageOfAll(farm.file.processes);
    const seconds = (performance.now() - started) / 1_000;
    const { running, ended } = batch.progress;
    samples.push({ seconds, steps: batch.counts.steps, running, ended });
    for (const [name, { residentMebibytes }] of Object.entries(usage))
      mebibytes[name] = Math.max(mebibytes[name] ?? 0, residentMebibytes);
    if (seconds - told >= progressSeconds) {
      told = seconds;
      process.stderr.write(
        `  ${seconds.toFixed(0)} s: ${ended} of ${batch.lineCount} ended, ${running} running\n`,
      );
    }
    if (hasEnded(batch) || enough(batch))
      return { samples, seconds, last: batch, mebibytes, cpuMilliseconds: used(before, usage) };
    await sleep(periodMilliseconds);
  }
}

const used = (
  before: Readonly<Record<string, ProcessUsage>>,
  after: Readonly<Record<string, ProcessUsage>>,
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(after).map(([name, { cpuMilliseconds }]) => [
      name,
      cpuMilliseconds - (before[name]?.cpuMilliseconds ?? 0),
    ]),
  );

/** Steps of ended jobs a second while between a fifth and four fifths of the jobs had ended. */
export function saturatedRate(samples: readonly Sample[], jobs: number): number {
  const middle = samples.filter(({ ended }) => ended >= jobs / 5 && ended <= (jobs * 4) / 5);
  const [first, last] = [middle.at(0), middle.at(-1)];
  if (!first || !last || first === last) return Number.NaN;
  return (last.steps - first.steps) / (last.seconds - first.seconds);
}
