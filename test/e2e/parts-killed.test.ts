import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { FarmFile, readFarmFile } from "../../local/farm-file.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { endsOf, requestsOf, scenarios } from "../simulation/scenarios/scenarios.ts";
import { devicesReady, eventually, jobEnded, type RunningFarm, startUp } from "./drover-process.ts";

type Submitted = Parameters<ReturnType<typeof createApiClient>["submit"]>[0];

let dir: string;
let farm: RunningFarm;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-kill-"));
  farm = await startUp(dir, "--phones", "1");
}, 60_000);

afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

describe("a farm whose device host is killed in the middle of a job", () => {
  it("[fault D6] starts the host again, brings the job to one outcome and the device back to ready", async () => {
    const api = createApiClient(farm.file);
    const scenario = "[fault D6] a host dies in mid-job and starts again";
    const [request = {}] = requestsOf(scenario);
    const { jobId } = await api.submit(request as Submitted);
    await eventually("the job is at work", async () =>
      (await api.job(jobId)).stepCount > 5 ? true : undefined,
    );
    const killed = farm.file.processes.host;
    process.kill(killed ?? 0, "SIGKILL");

    const restarted = await eventually("another host is there", async () => {
      const file = await readFarmFile(dir);
      return file && file.processes.host !== killed ? file : undefined;
    });
    expect(FarmFile.parse(restarted).host.hostId).toBe(farm.file.host.hostId);
    const job = await jobEnded(api, jobId);
    expect(endsOf([job]), `${job.outcomeReason} ${job.claim?.summary}`).toEqual(scenarios[scenario].expected);
    await devicesReady(api);
    const next = await api.submit({ task: "Turn off Wi-Fi" });
    expect(await jobEnded(api, next.jobId)).toMatchObject({ outcome: "succeeded" });
  }, 120_000);
});

describe("a farm whose model and phones are killed in the middle of a job", () => {
  it("[fault A1] [fault C15] starts them again where they were, brings the job to its end and the device back to ready", async () => {
    const api = createApiClient(farm.file);
    const scenario = "[fault A9] the model and the phone are away in mid-job";
    const [request = {}] = requestsOf(scenario);
    const { jobId } = await api.submit(request as Submitted);
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
    expect(endsOf([job]), `${job.outcomeReason} ${job.claim?.summary}`).toEqual(scenarios[scenario].expected);
    const healthy = await eventually("the doctor finds nothing wrong", async () => {
      const { code, stdout } = await commandLineHere("doctor", "--dir", dir);
      return code === 0 ? stdout : undefined;
    });
    expect(healthy).toContain("1 of 1 usable");
  }, 150_000);
});
