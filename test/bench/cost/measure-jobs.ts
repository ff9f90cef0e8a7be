import { stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DescribeExecutionCommand, type SFNClient } from "@aws-sdk/client-sfn";
import { type CloudUse, onUse } from "@drover/aws-local";
import { createApiClient } from "#cli/api-client.ts";
import { createBatchClient } from "#cli/batch/batch-client.ts";
import type { Farm } from "#local/farm.ts";
import type { Quantities } from "#shared/rules/cost/aws-prices.ts";
import { executionsSince } from "./executions.ts";
import { quantitiesOf, sumOfQuantities } from "./quantities.ts";

export interface Measured {
  readonly jobs: number;
  readonly steps: number;
  readonly modelCalls: number;
  readonly quantities: Quantities;
}

export interface MeasuredFarm {
  readonly farm: Farm;
  readonly dir: string;
  readonly sfn: SFNClient;
  readonly keptMonths: number;
}

const gigabyte = 1024 ** 3;

/** Of two lengths: the line through both is what a further step takes. */
export const tasks = {
  short: "Turn on Bluetooth",
  long: "Turn on Bluetooth, then set an alarm for 7:30, then turn off Bluetooth, then set an alarm for 8:15",
} as const;

/** Each job by itself: one request to the API a job, none to watch it. */
export const measureJobs = (on: MeasuredFarm, task: string, jobs: number): Promise<Measured> =>
  measured(on, async () => {
    const api = createApiClient(on.farm.file);
    const submitted = await Promise.all(Array.from({ length: jobs }, () => api.submit({ task })));
    for (const { jobId } of submitted) await endOf(on.sfn, "job", jobId);
    return submitted.map(
      ({ jobId }) =>
        async () =>
          jobId,
    );
  });

/** All in one batch. */
export const measureBatch = (on: MeasuredFarm, task: string, jobs: number): Promise<Measured> =>
  measured(on, async () => {
    const api = createBatchClient(on.farm.file);
    const lines = Array.from({ length: jobs }, (_, at) => ({ taskId: `task-${at}`, request: { task } }));
    const { batchId } = await api.submit({ name: `cost-of-${jobs}`, lines });
    await endOf(on.sfn, "batch", `${batchId}-1`);
    // Asked when counting is over.
    return lines.map((_, at) => async () => {
      const { items } = await api.items(batchId, { limit: 100 });
      return items[at]?.attempts.at(-1)?.jobId ?? "";
    });
  });

async function measured(
  { farm, dir, sfn, keptMonths }: MeasuredFarm,
  run: () => Promise<readonly (() => Promise<string>)[]>,
): Promise<Measured> {
  const api = createApiClient(farm.file);
  const log = path.join(dir, "cloud", "functions.log");
  const logged = await sizeOf(log);
  const started = new Date();
  const uses: CloudUse[] = [];
  const stop = onUse((use) => uses.push(use));
  const jobs = await run();
  stop();
  const logBytes = (await sizeOf(log)) - logged;
  const ended = await Promise.all(jobs.map(async (jobId) => api.job(await jobId())));
  const failed = ended.find(({ outcome }) => outcome !== "succeeded");
  if (failed) throw new Error(`job ${failed.jobId} ended ${failed.outcome}: ${failed.outcomeReason}`);
  const { transitions, logBytes: machineLogBytes } = await executionsSince(sfn, started);
  return {
    jobs: ended.length,
    steps: ended.reduce((sum, { stepCount }) => sum + stepCount, 0),
    modelCalls: ended.reduce((sum, { usage }) => sum + usage.calls, 0),
    quantities: sumOfQuantities([
      ...uses.map((use) => quantitiesOf(use, keptMonths)),
      { transition: transitions, logGigabyte: (logBytes + machineLogBytes) / gigabyte },
    ]),
  };
}

/** The log is made with its first line. */
const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** Asks the engine and not the API, whose requests are counted. */
export async function endOf(sfn: SFNClient, machine: string, name: string): Promise<void> {
  const executionArn = `arn:aws:states:us-east-1:000000000000:execution:${machine}:${name}`;
  const deadline = performance.now() + 300_000;
  while (performance.now() < deadline) {
    const { status } = await sfn.send(new DescribeExecutionCommand({ executionArn }));
    if (status !== "RUNNING") return;
    await sleep(300);
  }
  throw new Error(`${machine} ${name} did not end`);
}
