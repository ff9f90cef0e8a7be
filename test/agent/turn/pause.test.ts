import { beforeEach, describe, expect, it } from "vitest";
import { handler as beginRoles } from "#functions/begin-roles.ts";
import { handler as openCallback } from "#functions/open-callback.ts";
import { callbackKey } from "#shared/contracts/farm/keys.ts";
import { callApi, refused } from "../../api/call-api.ts";
import { invoke } from "../../functions/start-functions.ts";
import { deviceId, hostId, jobIdOf, sampleStep, tenantId } from "../../shared/storage/sample-records.ts";
import {
  api,
  job,
  jobId,
  jobIs,
  lastPrompt,
  later,
  nextJob,
  running,
  taskToken,
  turn,
  withAskingJobs,
} from "../people/asking-job.ts";

withAskingJobs();

const post = (what: string, body?: unknown) =>
  callApi("POST", `/v1/jobs/${jobId}/${what}`, body === undefined ? {} : { body });
const openPause = () =>
  invoke(openCallback, {
    ...{ schemaVersion: 1, tenantId, jobId, kind: "pause", id: "pause", taskToken, timeoutSeconds: 60 },
  });
const kept = () => api.storage.artifacts.exists(callbackKey(tenantId, jobId, "pause"));
const now = (): string => api.clock.now.toISOString();

describe("a paused job", () => {
  beforeEach(() => nextJob());

  it("pauses at its next turn without asking its model, keeps its device a while, and its time does not run", async () => {
    await running({ limits: { holdDeviceSeconds: 120 } });
    expect(await post("pause")).toMatchObject({
      status: 200,
      body: { pauseRequestedAt: expect.any(String) },
    });
    expect(await turn(1)).toMatchObject({
      ...{ route: "stand", callbackId: "pause", timeoutSeconds: 120, hold: true, nextStepNumber: 1 },
    });
    expect(api.model.requests).toHaveLength(0);
    expect((await callApi("GET", `/v1/jobs/${jobId}`)).body).toMatchObject({
      awaiting: { for: "resume" },
      waitingBecause: expect.stringContaining("drover resume"),
    });
    later(1);
    await post("resume", {});
    api.model.answer({ action: "back" });
    expect(await turn(1, now())).toMatchObject({ route: "perform", stepNumber: 1 });
    expect(await job()).toMatchObject({ pausedMilliseconds: 60_000 });
    expect((await job())?.pause).toBeUndefined();
  });

  it("gives its device back when it held it long enough, and says so to its agent", async () => {
    await running({ limits: { holdDeviceSeconds: 60 } });
    await api.repositories.steps.put(sampleStep({ jobId }));
    await post("pause");
    await turn(2);
    later(2);
    expect(await turn(2, now())).toMatchObject({ route: "stand", hold: false, nextStepNumber: 2 });
    expect(await job()).toMatchObject({ status: "queued", lostSteps: 1, pause: { holdsDevice: false } });
    expect((await api.repositories.steps.get(tenantId, jobId, 1))?.feedback).toContain("set up anew");
  });

  it("is let go on whichever comes first, its token or the word, and as often as one likes", async () => {
    await running();
    await post("pause");
    await turn(1);
    await openPause();
    expect(await kept()).toBe(true);
    expect((await post("resume", {})).body).toMatchObject({ jobId });
    expect(await kept()).toBe(false);
    expect((await post("resume", {})).body).toMatchObject({ jobId });
    await openPause();
    expect(await kept()).toBe(false);
  });

  it("is cancelled as any other: its wait ends, and the next turn releases", async () => {
    await running();
    await post("pause");
    await turn(1);
    await openPause();
    expect((await post("cancel")).status).toBe(200);
    expect(await kept()).toBe(false);
    expect(await turn(1)).toMatchObject({ route: "release", end: { reason: "cancelled" } });
  });

  it("ends when nobody let it go on for a week", async () => {
    await running();
    await post("pause");
    later(7 * 24 * 60);
    expect(await turn(1)).toMatchObject({ route: "release", end: { reason: "timeout" } });
  });

  it("is asked nothing new: another model is for a job that has ended", async () => {
    await running();
    await post("pause");
    const changed = { body: { limits: { maxSteps: 3 } } };
    expect((await refused(400, "POST", `/v1/jobs/${jobId}/resume`, changed)).errors).toMatchObject([
      { field: "limits", value: '{"maxSteps":3}' },
    ]);
    expect((await job())?.pauseRequestedAt).toBeDefined();
    await post("resume", {});
    expect((await post("resume", {})).body).toMatchObject({
      warnings: [expect.stringContaining("was not paused")],
    });
  });

  it("takes no device while it is queued, and one again afterwards", async () => {
    await running({ status: "queued", acquisition: 0 });
    await post("pause");
    const claim = () =>
      api.repositories.jobs.claim({
        ...{ tenantId, jobId, acquisition: 1, deviceId, hostId, leaseEpoch: 1 },
        at: api.clock.now.toISOString(),
      });
    expect(await claim()).toBeNull();
    await post("resume", {});
    expect(await claim()).toMatchObject({ status: "running" });
  });

  it("is refused by name where there is no agent to pause, and after the end", async () => {
    await running({ workflow: { subtasks: [{ text: "a" }, { text: "b" }] } });
    expect((await refused(409, "POST", `/v1/jobs/${jobId}/pause`)).code).toBe("NotSteerable");
    nextJob();
    await running({ status: "finished", outcome: "succeeded", finishedAt: now() });
    expect((await refused(409, "POST", `/v1/jobs/${jobId}/pause`)).code).toBe("JobFinished");
    const told = await refused(409, "POST", `/v1/jobs/${jobId}/messages`, { body: { text: "x" } });
    expect(told.code).toBe("JobFinished");
  });
});

describe("a paused job with roles", () => {
  const role = { task: "wait" };
  const [caller, callee] = [jobIdOf(901), jobIdOf(902)];
  const queue = { pool: "default", poolQueueUrl: "http://127.0.0.1/queue" };
  const roleJobs = [
    { role: "caller", jobId: caller, ...queue },
    { role: "callee", jobId: callee, ...queue },
  ];
  const roles = { roles: { caller: role, callee: role }, roleJobs };
  const begin = () => invoke(beginRoles, { schemaVersion: 1, tenantId, jobId, looks: 0 });
  const wishes = () =>
    Promise.all(
      [jobId, caller, callee].map(
        async (id) => (await api.repositories.jobs.get(tenantId, id))?.pauseRequestedAt !== undefined,
      ),
    );

  it("pauses in all of its roles, those made later too, and goes on as one", async () => {
    nextJob();
    await running(roles);
    await post("pause");
    expect(await begin()).toMatchObject({ route: "run", roleJobIds: [caller, callee] });
    expect(await wishes()).toEqual([true, true, true]);
    expect((await post("resume", {})).body).toMatchObject({ jobId, warnings: [] });
    expect(await wishes()).toEqual([false, false, false]);
    await post("pause");
    expect(await wishes()).toEqual([true, true, true]);
    const told = await refused(409, "POST", `/v1/jobs/${jobId}/messages`, { body: { text: "x" } });
    expect(told.detail).toContain(`callee is ${callee}`);
  });

  it("lets others gather their devices first while it waits for its turn", async () => {
    nextJob();
    await running({ ...roles, status: "queued", acquisition: 0, startedAt: undefined });
    await post("pause");
    expect(await begin()).toMatchObject({ route: "wait" });
    const paused = jobId;
    nextJob();
    await running({ ...roles, status: "queued", acquisition: 0, startedAt: undefined });
    expect(await begin()).toMatchObject({ route: "run" });
    jobIs(paused);
    await post("resume", {});
    expect(await begin()).toMatchObject({ route: "wait" });
    expect(await job()).toMatchObject({ status: "queued" });
  });
});

describe("what a job's user says", () => {
  it("is the user's word in the agent's next prompt, in its order, and stays there and on its step", async () => {
    await running({ task: "Set an alarm" });
    await post("messages", { text: "Make it 7:45.", by: "Ada" });
    later(1);
    await post("messages", { text: "And call it Run." });
    api.model.answer({ action: "back" });
    await turn(1, now());
    expect(lastPrompt()).toMatch(
      /Set an alarm.*before step 1: Make it 7:45\..*before step 1: And call it Run\..*<\/task>/,
    );
    const step = await api.repositories.steps.get(tenantId, jobId, 1);
    expect(step?.messages?.map(({ text }) => text)).toEqual(["Make it 7:45.", "And call it Run."]);
    later(2);
    await post("messages", { text: "No, 8:00." });
    api.model.answer({ action: "back" });
    await turn(2, now());
    expect(lastPrompt()).toMatch(/before step 1: And call it Run\..*before step 2: No, 8:00\./);
    expect((await api.repositories.steps.get(tenantId, jobId, 2))?.messages).toHaveLength(1);
    expect((await callApi("GET", `/v1/jobs/${jobId}/messages`)).body).toMatchObject({
      items: [{ by: "Ada", stepNumber: 1 }, { stepNumber: 1 }, { stepNumber: 2 }],
    });
  });

  it("lets a paused job go on, if it says so", async () => {
    await running();
    await post("pause");
    await post("messages", { text: "Wait for me." });
    expect((await job())?.pauseRequestedAt).toBeDefined();
    await post("messages", { text: "Go.", resume: true });
    expect((await job())?.pauseRequestedAt).toBeUndefined();
  });

  it("is bounded in length and number", async () => {
    await running({ messageCount: 99 });
    await refused(400, "POST", `/v1/jobs/${jobId}/messages`, { body: { text: "x".repeat(2_001) } });
    expect((await post("messages", { text: "the last" })).status).toBe(201);
    const full = await refused(409, "POST", `/v1/jobs/${jobId}/messages`, { body: { text: "one more" } });
    expect(full.code).toBe("MessagesFull");
  });
});
