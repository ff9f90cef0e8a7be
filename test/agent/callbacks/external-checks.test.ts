import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { stillHolds } from "#device-host/lease/keep-leases.ts";
import { handler as openCallback } from "#functions/open-callback.ts";
import { handler as predictAction } from "#functions/predict-action.ts";
import { callbackKey } from "#shared/contracts/farm/keys.ts";
import { Validator } from "#shared/contracts/judging/validator.ts";
import { callApi, refused } from "../../api/call-api.ts";
import { startApi, type TestApi } from "../../api/start-api.ts";
import { invoke, startedAt } from "../../functions/start-functions.ts";
import {
  deviceId,
  jobIdOf,
  sampleJob,
  sampleObservation,
  tenantId,
} from "../../shared/storage/sample-records.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

let count = 500;
let jobId = jobIdOf(count);
beforeEach(() => {
  jobId = jobIdOf(++count);
  api.clock.now = new Date(startedAt);
});
const validators = [
  { kind: "external", name: "looks", timeoutSeconds: 60 },
  { kind: "external", name: "sounds", timeoutSeconds: 600 },
].map((each) => Validator.parse(each));
const claimed = () =>
  api.repositories.jobs.create(
    sampleJob({
      jobId,
      status: "running",
      deviceId,
      leaseEpoch: 1,
      startedAt,
      validators,
      claim: { status: "success" },
    }),
  );
const turn = () =>
  invoke(predictAction, {
    schemaVersion: 1,
    tenantId,
    jobId,
    stepNumber: 2,
    observation: sampleObservation(),
    alreadySatisfied: false,
  });
const url = (name: string) => `/v1/jobs/${jobId}/checks/${name}`;
const said = (name: string, passed: boolean) => callApi("POST", url(name), { body: { passed } });
const tokenKept = () => api.storage.artifacts.exists(callbackKey(tenantId, jobId, "checks"));

it("[spec G5] checks that the caller makes are awaited before the judgement, the last one ends the wait", async () => {
  await claimed();
  expect((await refused(409, "POST", url("looks"), { body: { passed: true } })).code).toBe("NotReady");
  const end = {
    reason: "claimed",
    detail: "The agent says that the task is done.",
    claim: { status: "success" },
  };
  expect(await turn()).toEqual({ route: "awaitChecks", checksId: "checks", timeoutSeconds: 600, end });
  const input = {
    schemaVersion: 1,
    tenantId,
    jobId,
    kind: "checks",
    id: "checks",
    taskToken: "t",
    timeoutSeconds: 600,
  };
  await invoke(openCallback, input);
  expect((await said("looks", true)).body).toMatchObject({ waitsFor: ["sounds"] });
  expect(await tokenKept()).toBe(true);
  expect((await said("sounds", false)).body).toMatchObject({ waitsFor: [] });
  expect(await tokenKept()).toBe(false);
  expect((await said("sounds", false)).status).toBe(200);
  expect((await refused(409, "POST", url("sounds"), { body: { passed: true } })).code).toBe("AnswerRefused");
  await refused(404, "POST", url("smells"), { body: { passed: true } });
  // A judgement that failed on the way comes back to be judged at once.
  expect(await turn()).toMatchObject({ route: "judge" });
});

it("each check has its own time, and none is asked twice", async () => {
  await claimed();
  await turn();
  api.clock.now = new Date(Date.parse(startedAt) + 61_000);
  expect((await refused(409, "POST", url("looks"), { body: { passed: true } })).code).toBe("AnswerRefused");
  expect(await turn()).toMatchObject({ route: "awaitChecks", timeoutSeconds: 539 });
  api.clock.now = new Date(Date.parse(startedAt) + 601_000);
  expect(await turn()).toMatchObject({ route: "judge" });
});

it("a host keeps the lease of a job that pauses with its device, for as long as the pause may last", async () => {
  await claimed();
  await turn();
  const job = await api.repositories.jobs.get(tenantId, jobId);
  if (job === null) throw new Error("the job is lost");
  const held = (minutes: number) => {
    const quiet = { now: new Date(Date.parse(startedAt) + minutes * 60_000), quietFor: minutes * 60_000 };
    return stillHolds(job, { deviceId }, { epoch: 1 }, quiet);
  };
  expect([held(9), held(14), held(16)]).toEqual([true, true, false]);
});
