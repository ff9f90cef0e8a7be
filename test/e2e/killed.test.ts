import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { type ApiClient, createApiClient } from "../../cli/api-client.ts";
import { FarmFile, readFarmFile } from "../../local/farm-file.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { devicesReady, eventually, jobEnded, type RunningFarm, startUp } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
let api: ApiClient;

const start = async (): Promise<void> => {
  farm = await startUp(dir, "--phones", "2");
  api = createApiClient(farm.file);
};
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-killed-"));
  await start();
}, 120_000);
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
  const jobIds = await Promise.all(
    tasks.map(async (task) => (await api.submit({ task, validators: bluetooth, limits })).jobId),
  );
  await eventually("two jobs are at work, one of them for long", async () => {
    const { items } = await api.jobs({ limit: 10, status: "running" });
    const isWorking = items.length === 2 && items.every(({ stepCount }) => stepCount > 2);
    return isWorking && items.some(({ stepCount }) => stepCount > 7) ? true : undefined;
  });
  for (const pid of Object.values(farm.file.processes)) process.kill(pid, "SIGKILL");
  await farm.stop();

  await start();
  const jobs = await Promise.all(jobIds.map((jobId) => jobEnded(api, jobId)));
  expect(jobs.map((job) => [job.outcome, job.endReason, job.outcomeReason])).toEqual(
    jobs.map((job) => ["succeeded", "claimed", job.outcomeReason]),
  );
  await devicesReady(api);
}, 200_000);

it("[fault D6] whose device host is killed in mid-job, a farm starts it again, brings the job to one outcome and the device back to ready", async () => {
  const { jobId } = await api.submit({
    task: "Turn on Bluetooth, then set an alarm for 7:30",
    validators: bluetooth,
  });
  await eventually("the job is at work", async () =>
    (await api.job(jobId)).stepCount > 2 ? true : undefined,
  );
  const killed = farm.file.processes.host;
  process.kill(killed ?? 0, "SIGKILL");

  const restarted = await eventually("another host is there", async () => {
    const file = await readFarmFile(dir);
    return file && file.processes.host !== killed ? file : undefined;
  });
  expect(FarmFile.parse(restarted).host.hostId).toBe(farm.file.host.hostId);
  const job = await jobEnded(api, jobId);
  expect(job.outcome, job.outcomeReason).toBe("succeeded");
  await devicesReady(api);
  const next = await api.submit({ task: "Turn off Wi-Fi" });
  expect(await jobEnded(api, next.jobId)).toMatchObject({ outcome: "succeeded" });
}, 120_000);

it("[fault A1] [fault C15] whose model and phones are killed in mid-job, a farm starts them again where they were, brings the job to its end and the device back to ready", async () => {
  const { jobId } = await api.submit({
    task: "Turn on Bluetooth, then set an alarm for 6:10",
    validators: bluetooth,
    allowAlreadySatisfied: true,
  });
  await eventually("the job is at work", async () =>
    (await api.job(jobId)).stepCount > 1 ? true : undefined,
  );
  const before = farm.file.processes;
  for (const name of ["model", "phones"]) process.kill(before[name] ?? 0, "SIGKILL");
  await eventually("both are there again", async () => {
    const now = (await readFarmFile(dir))?.processes;
    return now?.model !== before.model && now?.phones !== before.phones ? true : undefined;
  });
  const job = await jobEnded(api, jobId);
  expect(job.outcome, `${job.outcomeReason} ${job.claim?.summary}`).toBe("succeeded");
  const healthy = await eventually("the doctor finds nothing wrong", async () => {
    const { code, stdout } = await commandLineHere("doctor", "--dir", dir);
    return code === 0 ? stdout : undefined;
  });
  expect(healthy).toContain("2 of 2 usable");
}, 150_000);
