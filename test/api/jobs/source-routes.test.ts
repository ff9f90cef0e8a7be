import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Host } from "#shared/contracts/device/host.ts";
import { Snapshot } from "#shared/contracts/device/snapshot.ts";
import { JobData } from "#shared/contracts/job/job-data.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import {
  at,
  hostId,
  jobIdOf,
  sampleFacts,
  sampleJob,
  sampleStep,
  tenantId,
} from "../../shared/storage/sample-records.ts";
import { callApi, refused } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";
import { madeAgain, storeFinishedJob } from "./finished-job.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

let number = 500;
let jobId: JobId;

beforeEach(async () => {
  number += 1;
  jobId = jobIdOf(number);
  await storeFinishedJob(api, jobId);
});

const again = (path: string, body: unknown = {}) => madeAgain(api, path, body);
/** A device that works, with a host that has just been heard of. */
async function farmDevice() {
  const queueUrl = "http://127.0.0.1:4566/000000000000/drover_test_acme_device_1";
  const commandQueueUrl = "http://127.0.0.1:4566/000000000000/drover_test_acme_host_host-a";
  const device = await api.repositories.devices.register(sampleFacts({ queueUrl }), at);
  const heard = { startedAt: at, heartbeatAt: api.clock.now.toISOString() };
  const whole = { state: "online", version: "0.1.0", deviceCount: 1, pool: "default" };
  const host = Host.parse({ schemaVersion: 1, tenantId, hostId, commandQueueUrl, ...whole, ...heard });
  await api.repositories.hosts.put(host);
  return { device, host };
}
const exported = async () =>
  (await callApi("GET", `/v1/jobs/${jobId}/trajectory`)).body as Record<string, unknown>;

describe("a job made from another one", () => {
  it("[spec I7.2] replays its steps and its claim, with its task and checks, without supervision", async () => {
    const { job, recording } = await again(`/v1/jobs/${jobId}/replay`);
    expect(job).toMatchObject({
      task: "Save it",
      validators: [{ key: "bluetooth_on" }],
      source: { kind: "replay", jobId, steps: 2 },
      supervision: { planning: "off", completion: false, recovery: false },
      allowAlreadySatisfied: true,
      limits: { maxSteps: 7 },
    });
    expect(recording.steps).toMatchObject([
      { step: 1, actions: [{ action: { action: "tap" }, target: { text: "Save" }, name: "Save" }] },
      { step: 3, actions: [{ action: { action: "FINISH" } }] },
    ]);
    const listed = await callApi("GET", "/v1/jobs?limit=1");
    expect(listed.body).toMatchObject({ items: [{ source: { kind: "replay" } }] });
  });

  it.each([
    ["replay", {}],
    ["resume", {}],
    ["fork", { at: 1 }],
  ])("has what the other's device was prepared with and is recorded alike: %s", async (how, body) => {
    const asked = {
      record: { bitsPerSecond: 2_000_000 },
      data: JobData.parse({ files: [{ path: "/sdcard/Documents/list.txt", text: "Milk" }] }),
      prepare: { apps: [], files: [{ path: "/sdcard/Notes/a.txt", text: "A" }], commands: [], tearDown: [] },
    };
    const other = jobIdOf(900 + number);
    const source = await api.repositories.jobs.get(tenantId, jobId);
    await api.repositories.jobs.create(sampleJob({ ...source, ...asked, jobId: other }));
    for (const step of await api.repositories.steps.from(tenantId, jobId, 1))
      await api.repositories.steps.put({ ...step, jobId: other });
    const { job } = await again(`/v1/jobs/${other}/${how}`, body);
    expect(await api.repositories.jobs.get(tenantId, job.jobId)).toMatchObject(asked);
  });

  it("[spec I7.2] resumes without the claim, and takes other limits, models and checks", async () => {
    const models = { agent: { model: "practice-1" } };
    const { job, recording } = await again(`/v1/jobs/${jobId}/resume`, {
      limits: { maxSteps: 3 },
      models,
      validators: [],
    });
    expect(job).toMatchObject({
      source: { kind: "resume", steps: 1 },
      limits: { maxSteps: 3 },
      models,
      validators: [],
    });
    expect(recording.steps).toHaveLength(1);
  });

  it("[spec I7.2] forks at a step that there is", async () => {
    expect((await again(`/v1/jobs/${jobId}/fork`, { at: 1 })).job.source).toMatchObject({
      kind: "fork",
      at: 1,
      steps: 1,
    });
    const { errors } = await refused(400, "POST", `/v1/jobs/${jobId}/fork`, { body: { at: 9 } });
    expect(errors).toMatchObject([{ field: "source.at", message: "is after the last step, which is 3" }]);
  });

  it("[spec I7.2] forks by going back to the step's snapshot while its device is in work, and waits for that one", async () => {
    const { repositories } = api;
    const { device, host } = await farmDevice();
    const { deviceId } = device;
    const snapshot = Snapshot.parse({
      schemaVersion: 1,
      tenantId,
      snapshotId: jobIdOf(9_001),
      deviceId,
      hostId: host.hostId,
      kind: "step",
      jobId,
      stepNumber: 4,
      createdAt: at,
      expiresAt: "2999-01-01T00:00:00.000Z",
      milliseconds: 5,
      package: "com.example",
      touched: [],
      holdsSecrets: false,
    });
    const { snapshotId } = snapshot;
    await repositories.snapshots.put(snapshot);
    const outcome = { ok: true, effect: "done", retries: 0 };
    const actions = [{ action: { action: "wait" }, deviceAction: { action: "wait" } }];
    await repositories.steps.put(sampleStep({ jobId, stepNumber: 4, actions, outcome, snapshotId }));
    const forked = await again(`/v1/jobs/${jobId}/fork`, { at: 4 });
    expect(forked.job).toMatchObject({ source: { snapshotId }, requirements: { deviceId } });
    await repositories.snapshots.remove(snapshot);
    expect((await again(`/v1/jobs/${jobId}/fork`, { at: 4 })).job.source?.snapshotId).toBeUndefined();
  });

  it("[spec I7.2] waits for the job to end, and knows only the tenant's own", async () => {
    const running = jobIdOf(number + 400);
    await api.repositories.jobs.create(sampleJob({ jobId: running, status: "running" }));
    expect((await refused(409, "POST", `/v1/jobs/${running}/replay`, { body: {} })).code).toBe("NotReady");
    await refused(404, "POST", `/v1/jobs/${jobId}/replay`, { body: {}, tenant: "other" });
  });

  it("[spec I7.2] is made from an uploaded trajectory too, as another farm exported it", async () => {
    const uploaded = await callApi("POST", "/v1/trajectories", { body: await exported() });
    expect(uploaded).toMatchObject({ status: 201, body: { task: "Save it", steps: 3, replayableSteps: 3 } });
    const { trajectoryId } = uploaded.body as { trajectoryId: string };
    const { job, recording } = await again("/v1/jobs", {
      task: "Save it",
      source: { kind: "resume", trajectoryId },
    });
    expect(job.source).toMatchObject({ kind: "resume", trajectoryId });
    expect(recording.steps).toMatchObject([{ actions: [{ target: { text: "Save" } }] }]);
    const other = { body: { task: "x", source: { kind: "resume", trajectoryId } }, tenant: "other" };
    const { errors } = await refused(400, "POST", "/v1/jobs", other);
    expect(errors).toMatchObject([{ field: "source.trajectoryId", message: "names no trajectory" }]);
  });

  it("[spec I7.2] reads an export of version 1, whose steps are done again where they were", async () => {
    const { steps, ...rest } = await exported();
    const old = (steps as Record<string, unknown>[]).map(({ replay: _replay, ...step }) => step);
    const uploaded = await callApi("POST", "/v1/trajectories", {
      body: { ...rest, schemaVersion: 1, steps: old },
    });
    expect(uploaded).toMatchObject({ status: 201, body: { replayableSteps: 0 } });
    const { trajectoryId } = uploaded.body as { trajectoryId: string };
    const { recording } = await again("/v1/jobs", { task: "x", source: { kind: "replay", trajectoryId } });
    expect(recording.steps).toMatchObject([
      { actions: [{ action: { action: "tap", coordinate: [0.1, 0.1] } }] },
      { step: 3 },
    ]);
  });

  it.each([
    ["resume", {}, "which has no task to go on with"],
    ["fork", { at: 1 }, "which has no task to go on with"],
    ["retry", undefined, "start another one with POST /v1/sessions"],
  ])("has a task, which a session has not: %s", async (how, body, why) => {
    const session = jobIdOf(2_900 + number);
    const job = await api.repositories.jobs.get(tenantId, jobId);
    const settings = { idleTimeoutSeconds: 60, hardTimeoutSeconds: 600, labels: {}, apps: [] };
    await api.repositories.jobs.create(sampleJob({ ...job, jobId: session, session: settings }));
    for (const step of await api.repositories.steps.from(tenantId, jobId, 1))
      await api.repositories.steps.put({ ...step, jobId: session });
    const { errors } = await refused(400, "POST", `/v1/jobs/${session}/${how}`, { body });
    expect(errors).toMatchObject([{ field: "id", message: expect.stringContaining(why) }]);
    await again(`/v1/jobs/${session}/replay`);
    await again("/v1/jobs", { task: "Save it", source: { kind: "resume", jobId: session } });
  });

  it.each(["replay", "resume", "fork"])(
    "[spec I7.2] is refused with the step that is missing, before a device is taken: %s",
    async (kind) => {
      const { steps, ...rest } = await exported();
      const lacking = (steps as Record<string, unknown>[]).filter(({ stepNumber }) => stepNumber !== 2);
      const uploaded = await callApi("POST", "/v1/trajectories", { body: { ...rest, steps: lacking } });
      const { trajectoryId } = uploaded.body as { trajectoryId: string };
      const source = { kind, trajectoryId, ...(kind === "fork" ? { at: 3 } : {}) };
      const jobs = await callApi("GET", "/v1/jobs?limit=1");
      const { errors } = await refused(400, "POST", "/v1/jobs", { body: { task: "Save it", source } });
      expect(errors).toMatchObject([
        {
          field: "source.trajectoryId",
          message: "lacks step 2 of its 3, so it cannot be repeated. Fork it at step 1 at the latest",
        },
      ]);
      expect((await callApi("GET", "/v1/jobs?limit=1")).body).toEqual(jobs.body);
      if (kind === "fork") await again("/v1/jobs", { task: "Save it", source: { ...source, at: 1 } });
    },
  );

  it("[spec I7.2] is no script when one of its steps is not stored", async () => {
    const other = jobIdOf(1_900 + number);
    const job = await api.repositories.jobs.get(tenantId, jobId);
    await api.repositories.jobs.create(sampleJob({ ...job, jobId: other }));
    for (const step of await api.repositories.steps.from(tenantId, jobId, 2))
      await api.repositories.steps.put({ ...step, jobId: other });
    const { errors } = await refused(400, "GET", `/v1/jobs/${other}/script`);
    expect(errors).toMatchObject([{ field: "id", message: expect.stringMatching(/^lacks step 1 of its 3/) }]);
  });

  it("[spec I7.3] names the field of an upload that is no trajectory", async () => {
    const body = { ...(await exported()), steps: [{ schemaVersion: 2, stepNumber: 0 }] };
    const { errors = [] } = await refused(400, "POST", "/v1/trajectories", { body });
    expect(errors.map(({ field }) => field)).toEqual(
      expect.arrayContaining(["steps.0.stepNumber", "steps.0.thinking"]),
    );
    const large = { ...(await exported()), padding: "x".repeat(5_200_000) };
    expect((await refused(400, "POST", "/v1/trajectories", { body: large })).detail).toContain(
      "larger than 5000 KB",
    );
  });
});
