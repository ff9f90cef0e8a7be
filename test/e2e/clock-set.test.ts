import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiClient, createApiClient } from "../../cli/api-client.ts";
import { eventually, jobEnded, type RunningFarm, startUpIn } from "./drover-process.ts";

const hour = 3_600_000;
let dir: string;
let clock: string;
let farm: RunningFarm;
let api: ApiClient;

const setClock = (ahead: number): Promise<void> => writeFile(clock, String(ahead));
async function start(): Promise<void> {
  const preload = pathToFileURL(path.join(import.meta.dirname, "settable-clock.ts")).href;
  const environment = { NODE_OPTIONS: `--import=${preload}`, DROVER_TEST_CLOCK: clock };
  farm = await startUpIn(environment, path.join(dir, "farm"), "--phones", "2");
  api = createApiClient(farm.file);
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-clock-"));
  clock = path.join(dir, "ahead");
  await setClock(0);
  await start();
}, 60_000);

afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

/** Jobs that are in the midst of their steps. */
async function working(): Promise<readonly string[]> {
  const tasks = ["7:30", "8:45"].map((time) => `Turn on Bluetooth, then set an alarm for ${time}`);
  const checks = [{ kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" }] as const;
  const jobIds = await Promise.all(
    tasks.map(async (task) => (await api.submit({ task, validators: checks })).jobId),
  );
  await eventually("both jobs are at work", async () => {
    const jobs = await Promise.all(jobIds.map((jobId) => api.job(jobId)));
    return jobs.every(({ stepCount }) => stepCount > 3) ? true : undefined;
  });
  return jobIds;
}
async function outcomes(jobIds: readonly string[]) {
  const jobs = await Promise.all(jobIds.map((jobId) => jobEnded(api, jobId)));
  return jobs.map(({ outcome, outcomeReason }) => [outcome, outcomeReason]);
}
const succeeded = ["succeeded", expect.any(String)];

it("[fault A22] jobs outlive a clock that is set an hour forward while they run, and one that is set right again", async () => {
  const jobIds = await working();
  await setClock(hour);
  expect(await outcomes(jobIds)).toEqual([succeeded, succeeded]);
  await setClock(hour / 10);
  expect(await outcomes(await working())).toEqual([succeeded, succeeded]);
}, 240_000);

it("[fault A22] jobs outlive an hour in which their farm was down", async () => {
  const jobIds = await working();
  for (const pid of Object.values(farm.file.processes)) process.kill(pid, "SIGKILL");
  await farm.stop();
  await setClock(2 * hour);
  await start();
  expect(await outcomes(jobIds)).toEqual([succeeded, succeeded]);
}, 240_000);
