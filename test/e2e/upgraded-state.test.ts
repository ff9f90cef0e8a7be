import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, it } from "vitest";
import { type ApiClient, createApiClient } from "../../cli/api-client.ts";
import { createBatchClient } from "../../cli/batch/batch-client.ts";
import { createSessionClient } from "../../cli/session-client.ts";
import { currentState } from "../../local/cloud/cloud-directory.ts";
import { devicesReady, eventually, jobEnded, type RunningFarm, startUpIn } from "./drover-process.ts";

const states = path.join(import.meta.dirname, "states");
let dir: string;
let farm: RunningFarm | undefined;

/** Today's farm on a kept state. */
async function startOn(archive: string, phones: number): Promise<ApiClient> {
  dir = await mkdtemp(path.join(tmpdir(), "drover-upgraded-"));
  execFileSync("tar", ["-xzf", path.join(states, archive), "-C", dir]);
  // Those of its first start may be anybody's here.
  const file = path.join(dir, "cloud/cloud.json");
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, "utf8")), ports: null }));
  // By a clock that is a day ahead: however young the state is, what it waited for is over since long.
  const clock = path.join(dir, "ahead");
  await writeFile(clock, String(24 * 3_600_000));
  const preload = pathToFileURL(path.join(import.meta.dirname, "settable-clock.ts")).href;
  const environment = { NODE_OPTIONS: `--import=${preload}`, DROVER_TEST_CLOCK: clock };
  farm = await startUpIn(environment, dir, "--phones", String(phones));
  return createApiClient(farm.file);
}

async function idsByTask(api: ApiClient): Promise<(task: string) => string> {
  const { items } = await api.jobs({ limit: 20 });
  return (task) => items.find((job) => job.task === task)?.jobId ?? expect.fail(task);
}

async function takesJobs(api: ApiClient): Promise<void> {
  await devicesReady(api);
  const { jobId } = await api.submit({ task: "Turn off Wi-Fi" });
  expect((await jobEnded(api, jobId)).outcome).toBe("succeeded");
}

afterEach(async () => {
  await farm?.stop();
  farm = undefined;
  if (dir !== undefined) await rm(dir, { recursive: true, force: true });
}, 60_000);

it("a state is kept of every earlier version", async () => {
  const archives = (await readdir(states)).filter((file) => file.endsWith(".tar.gz"));
  const versions = archives.map((archive) => {
    const kept = execFileSync("tar", ["-xzOf", path.join(states, archive), "./cloud/cloud.json"]);
    return (JSON.parse(String(kept)) as { stateVersion?: number }).stateVersion ?? 1;
  });
  const earlier = Array.from({ length: currentState - 1 }, (_, index) => index + 1);
  expect(new Set(versions)).toEqual(new Set(earlier));
});

it("[fault D25] a farm on the state of an earlier version shows its jobs, and leaves none of them behind", async () => {
  const api = await startOn("queues-without-stage.tar.gz", 1);
  const idOf = await idsByTask(api);

  const succeeded = await api.job(idOf("Turn on Bluetooth"));
  expect(succeeded).toMatchObject({ status: "finished", outcome: "succeeded" });
  const { steps } = await api.trajectory(succeeded.jobId);
  expect(steps).toHaveLength(succeeded.stepCount);

  // They were to wait for 20 seconds, which are over since long.
  for (const task of ["Turn off Wi-Fi", "Turn on airplane mode"])
    expect((await jobEnded(api, idOf(task))).outcome, task).toBe("inconclusive");
  // Nobody could answer while the farm was down: it is asked again.
  const asking = idOf("Set an alarm; ask me for which time");
  const { awaiting } = await eventually("it asks again", async () => {
    const job = await api.job(asking);
    return Date.parse(job.awaiting?.until ?? "") > Date.now() + 23 * 3_600_000 ? job : undefined;
  });
  await api.answer(asking, awaiting?.question?.questionId ?? "", { answer: "7:45" });
  expect((await jobEnded(api, asking)).outcome).toBe("succeeded");
  await takesJobs(api);
}, 240_000);

it("[fault D25] a farm on the state of an earlier version brings a job, a batch, roles and a session in flight to their ends", async () => {
  const api = await startOn("histories-as-text.tar.gz", 5);
  const idOf = await idsByTask(api);
  const ended = async (task: string) => (await jobEnded(api, idOf(task))).outcome;

  const short = await api.job(idOf("Turn on airplane mode"));
  const { steps } = await api.trajectory(short.jobId);
  expect(steps).toHaveLength(short.stepCount);
  expect(await ended("Turn on Bluetooth, then turn on airplane mode")).toBe("succeeded");
  // One had told the other something when its phone was lost.
  expect(await ended("Two phones")).toBe("inconclusive");
  const file = farm?.file ?? expect.fail();
  const batches = createBatchClient(file);
  const [batch] = (await batches.list({})).items;
  const finished = await eventually("the batch ends", async () => {
    const read = await batches.read(batch?.batchId ?? "");
    return read.status === "finished" ? read : undefined;
  });
  expect(finished.counts.outcomes).toEqual({ succeeded: 2 });
  const sessions = createSessionClient(file);
  const [session] = (await sessions.list({})).items;
  // Its hour is over since long.
  expect((await jobEnded(api, session?.sessionId ?? "")).status).toBe("finished");
  await takesJobs(api);
}, 240_000);
