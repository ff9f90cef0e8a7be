import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handler as prepareJob } from "#functions/prepare-job.ts";
import { resolvePolicy } from "#shared/rules/policy/resolve-policy.ts";
import { invoke, startedAt } from "../functions/start-functions.ts";
import { jobIdOf, sampleJob, tenantId } from "../shared/storage/sample-records.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(() => {
  api.clock.now = new Date(startedAt);
});

const submit = () => ({ body: { task: "Turn on Bluetooth" } });
const stop = (body: object = { reason: "the bill grows" }) => callApi("POST", "/v1/farm/stop", { body });

describe("the switch that stops every job", () => {
  it("is off in a farm that nobody ever stopped, where there is nothing to resume", async () => {
    expect((await callApi("GET", "/v1/farm", { tenant: "nobody" })).body).toEqual({
      stopped: false,
      policy: resolvePolicy(),
    });
    expect((await callApi("POST", "/v1/farm/resume", { tenant: "nobody" })).body).toEqual({ stopped: false });
  });

  it("refuses new jobs with the reason and the remedy until it is resumed", async () => {
    expect(await stop()).toMatchObject({
      status: 200,
      body: { stopped: true, stoppedAt: startedAt, reason: "the bill grows" },
    });
    const problem = await refused(503, "POST", "/v1/jobs", submit());
    expect(problem).toMatchObject({ code: "FarmStopped", detail: expect.stringContaining("the bill grows") });
    expect(problem.advice.join(" ")).toContain("drover resume");
    api.clock.now = new Date("2026-01-01T00:01:00.000Z");
    expect((await callApi("POST", "/v1/farm/resume")).body).toMatchObject({
      stopped: false,
      stoppedAt: startedAt,
      resumedAt: "2026-01-01T00:01:00.000Z",
    });
    expect((await callApi("POST", "/v1/jobs", submit())).status).toBe(201);
  });

  it("takes jobs of other tenants meanwhile", async () => {
    await stop({});
    await api.addPool("default", 34, "other");
    expect((await callApi("POST", "/v1/jobs", { ...submit(), tenant: "other" })).status).toBe(201);
    await callApi("POST", "/v1/farm/resume");
  });

  it("ends a job that was submitted a moment before, without a device", async () => {
    const jobId = jobIdOf(7_000);
    await api.repositories.jobs.create(sampleJob({ jobId }));
    await stop();
    await expect(invoke(prepareJob, { schemaVersion: 1, tenantId, jobId })).rejects.toMatchObject({
      name: "JobCancelled",
      message: expect.stringContaining("the bill grows"),
    });
    await callApi("POST", "/v1/farm/resume");
  });
});
