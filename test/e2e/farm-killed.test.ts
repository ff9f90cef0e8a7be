import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { createApiClient } from "../../cli/api-client.ts";
import { devicesReady, eventually, jobEnded, type RunningFarm, startUp } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-farm-killed-"));
  farm = await startUp(dir, "--phones", "2");
}, 60_000);

afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

const bluetooth: JobRequest["validators"] = [
  { kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" },
];

/** What a job needs on one device, and a few more: not what it needs together with what the kill took from it. */
const limits = { maxSteps: 16 };

it("[fault A21] [fault C15] [fault D6] killed with every part in mid-job, a farm ends each job as if nothing had happened when it is started again", async () => {
  const tasks = Array.from({ length: 6 }, (_, i) => `Turn on Bluetooth, then set an alarm for 7:${30 + i}`);
  const before = createApiClient(farm.file);
  const jobIds = await Promise.all(
    tasks.map(async (task) => (await before.submit({ task, validators: bluetooth, limits })).jobId),
  );
  await eventually("two jobs are at work, one of them for long", async () => {
    const { items } = await before.jobs({ limit: 10, status: "running" });
    const isWorking = items.length === 2 && items.every(({ stepCount }) => stepCount > 2);
    return isWorking && items.some(({ stepCount }) => stepCount > 7) ? true : undefined;
  });
  for (const pid of Object.values(farm.file.processes)) process.kill(pid, "SIGKILL");
  await farm.stop();

  farm = await startUp(dir, "--phones", "2");
  const after = createApiClient(farm.file);
  const jobs = await Promise.all(jobIds.map((jobId) => jobEnded(after, jobId)));
  expect(jobs.map((job) => [job.outcome, job.endReason, job.outcomeReason])).toEqual(
    jobs.map((job) => ["succeeded", "claimed", job.outcomeReason]),
  );
  await devicesReady(after);
}, 200_000);
