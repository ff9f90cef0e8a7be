import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { devicesReady, eventually, jobEnded, type RunningFarm, startUp } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-upgraded-"));
  const archive = path.resolve(import.meta.dirname, "states/queues-without-stage.tar.gz");
  execFileSync("tar", ["-xzf", archive, "-C", dir]);
  // Those of its first start may be anybody's here.
  const file = path.join(dir, "cloud/cloud.json");
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, "utf8")), ports: null }));
  farm = await startUp(dir, "--phones", "1");
}, 60_000);

afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

it("[fault D25] a farm on the state of an earlier version shows its jobs, and leaves none of them behind", async () => {
  const api = createApiClient(farm.file);
  const { items } = await api.jobs({ limit: 10 });
  const idOf = (task: string) => items.find((job) => job.task === task)?.jobId ?? expect.fail(task);

  const succeeded = await api.job(idOf("Turn on Bluetooth"));
  expect(succeeded).toMatchObject({ status: "finished", outcome: "succeeded" });
  const { steps } = await api.trajectory(succeeded.jobId);
  expect(steps).toHaveLength(succeeded.stepCount);

  // They were to wait for 20 seconds, which are over since long.
  for (const task of ["Turn off Wi-Fi", "Turn on airplane mode"])
    expect((await jobEnded(api, idOf(task))).outcome, task).toBe("inconclusive");
  // Nobody could answer while the farm was down: it is asked once more.
  const asking = idOf("Set an alarm; ask me for which time");
  const { awaiting } = await eventually("it asks again", async () => {
    const job = await api.job(asking);
    return Date.parse(job.awaiting?.until ?? "") > Date.now() ? job : undefined;
  });
  await api.answer(asking, awaiting?.question?.questionId ?? "", { answer: "7:45" });
  expect((await jobEnded(api, asking)).outcome).toBe("succeeded");
  await devicesReady(api);
  const { jobId } = await api.submit({ task: "Turn off Wi-Fi" });
  expect((await jobEnded(api, jobId)).outcome).toBe("succeeded");
}, 240_000);
