import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { endsOf, requestsOf, scenarios } from "../simulation/scenarios/scenarios.ts";
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

const scenario = "[fault A21] every part dies in mid-job and starts again";

it("[fault A21] [fault C15] [fault D6] killed with every part in mid-job, a farm ends each job as if nothing had happened when it is started again", async () => {
  const before = createApiClient(farm.file);
  type Submitted = Parameters<typeof before.submit>[0];
  const jobIds = await Promise.all(
    requestsOf(scenario).map(async (request) => (await before.submit(request as Submitted)).jobId),
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
  expect(endsOf(jobs), JSON.stringify(jobs.map(({ outcomeReason }) => outcomeReason))).toEqual(
    scenarios[scenario].expected,
  );
  await devicesReady(after);
}, 200_000);
