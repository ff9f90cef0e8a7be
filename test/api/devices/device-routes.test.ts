import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pauseCallback } from "#shared/contracts/job/callback.ts";
import { JobPause } from "#shared/contracts/job/job.ts";
import { Question } from "#shared/contracts/job/question.ts";
import { startedAt } from "../../functions/start-functions.ts";
import {
  at,
  deviceId,
  jobIdOf,
  sampleFacts,
  sampleJob,
  tenantId,
} from "../../shared/storage/sample-records.ts";
import { callApi, refused } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";
import { type AnsweringHost, answeringHost } from "./answering-host.ts";

let api: TestApi;
let host: AnsweringHost;
const beat = (...heard: Parameters<AnsweringHost["beat"]>) => host.beat(...heard);
const received = () => host.received();
const answerNext = (...answer: Parameters<AnsweringHost["answerNext"]>) => host.answerNext(...answer);
beforeAll(async () => {
  api = await startApi();
  host = await answeringHost(api);
  await api.repositories.devices.register(sampleFacts(), at);
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.now = new Date(startedAt);
  await beat("online");
});

const click = { action_id: "a1", action_type: "click", element_id: 3 };

describe("asking a device", () => {
  it("[spec A7] sends an action through its host's queue and answers the host's reply", async () => {
    const result = { action_id: "a1", success: true, execution_time_ms: 50, retries: 0, new_tree: null };
    const [answer, request] = await Promise.all([
      callApi("POST", `/v1/device/${deviceId}/execute`, { body: click }),
      answerNext(200, result),
    ]);
    expect(answer).toMatchObject({ status: 200, body: result });
    expect(request).toMatchObject({
      deviceId,
      request: { type: "execute", action: { ...click, max_retries: 0 } },
    });
    expect(request.expiresAt).toBe("2026-01-01T00:00:20.000Z");
  });

  it("[spec A7] asks for the tree, and hands on the host's problem as one", async () => {
    const problem = {
      type: "urn:drover:error:DeviceOffline",
      title: "Device offline",
      status: 503,
      detail: "adb does not list it",
      code: "DeviceOffline",
      advice: [],
    };
    const [answer, request] = await Promise.all([
      refused(503, "GET", `/v1/device/${deviceId}/ui-tree`),
      answerNext(503, problem),
    ]);
    expect(answer).toEqual(problem);
    expect(request.request).toEqual({ type: "ui-tree" });
  });

  it("[spec E3] has something located, and a state validated, by the device's host", async () => {
    const moment = { capturedAt: at, screen: { width: 1080, height: 2400 }, package: "com.android.settings" };
    const [located, asked] = await Promise.all([
      callApi("POST", `/v1/device/${deviceId}/locate`, { body: { description: "Save" } }),
      answerNext(200, { ...moment, candidates: [] }),
    ]);
    expect(located).toMatchObject({ status: 200, body: { ...moment, candidates: [] } });
    expect(asked.request).toEqual({
      type: "locate",
      locate: { description: "Save", criteria: {}, minConfidence: 0 },
    });
    const [validated, expected] = await Promise.all([
      callApi("POST", `/v1/device/${deviceId}/validate`, { body: { texts: ["Saved"] } }),
      answerNext(200, { ...moment, result: "met", confidence: 1, findings: [] }),
    ]);
    expect(validated).toMatchObject({ status: 200, body: { result: "met" } });
    expect(expected.request).toMatchObject({ type: "validate", expected: { texts: ["Saved"] } });
    await refused(400, "POST", `/v1/device/${deviceId}/validate`, { body: {} });
  });

  it("[spec G3] links the picture and the forest that the host stored, and shows nobody where they are", async () => {
    const moment = { capturedAt: at, screen: { width: 1080, height: 2400 }, package: "com.android.settings" };
    const region = { left: 0, top: 0, right: 1080, bottom: 2400 };
    const key = `tenants/${tenantId}/devices/${deviceId}/r1/screenshot.png`;
    await api.storage.artifacts.put(key, "picture", "image/png");
    const picture = {
      ...moment,
      mediaType: "image/png",
      size: moment.screen,
      region,
      rotation: 0,
      secure: false,
      bytes: 7,
    };
    const [shot, asked] = await Promise.all([
      callApi("GET", `/v1/device/${deviceId}/screenshot`),
      answerNext(200, { ...picture, key }),
    ]);
    const { links, ...told } = shot.body as { links: { screenshot: string } };
    expect(told).toEqual(picture);
    expect(await (await fetch(links.screenshot)).text()).toBe("picture");
    expect(asked.request).toEqual({ type: "screenshot", screenshot: { as: "link" } });
    const forest = { ...moment, rotation: 0, allWindows: true, windows: [], bytes: 7 };
    const [hierarchy] = await Promise.all([
      callApi("GET", `/v1/device/${deviceId}/hierarchy`),
      answerNext(200, { ...forest, key }),
    ]);
    expect(hierarchy.body).toMatchObject({
      ...forest,
      links: { hierarchy: expect.stringContaining("http") },
    });
  });

  it("[spec R13] lists the apps that the device's host knows", async () => {
    const apps = {
      deviceId,
      locale: "en-US",
      items: [
        { label: "Clock", package: "com.android.deskclock", versionCode: "34", description: "set alarms" },
      ],
    };
    const [answer, request] = await Promise.all([
      callApi("GET", `/v1/devices/${deviceId}/apps`),
      answerNext(200, apps),
    ]);
    expect(answer).toMatchObject({ status: 200, body: apps });
    expect(request.request).toEqual({ type: "apps" });
  });

  it("has a device quarantined and released by its host, and answers how it is then", async () => {
    const stored = await api.repositories.devices.get(tenantId, deviceId);
    const [answer, request] = await Promise.all([
      callApi("POST", `/v1/devices/${deviceId}/quarantine`, { body: { reason: "its battery swells" } }),
      answerNext(200, { ...stored, state: "quarantined", quarantinedBy: "operator" }),
    ]);
    expect(answer).toMatchObject({ status: 200, body: { deviceId, state: "quarantined" } });
    expect(request.request).toEqual({ type: "quarantine", reason: "its battery swells" });
    const [released, release] = await Promise.all([
      callApi("POST", `/v1/devices/${deviceId}/release`),
      answerNext(200, { ...stored, state: "ready" }),
    ]);
    expect(released).toMatchObject({ status: 200, body: { state: "ready" } });
    expect(release.request).toEqual({ type: "release" });
  });

  it("[fault D19] shows devices of a silent host as offline, and as they are when it is heard of again", async () => {
    const stored = await api.repositories.devices.get(tenantId, deviceId);
    const epoch = stored?.leaseEpoch ?? 0;
    await api.repositories.devices.transition({ tenantId, deviceId, epoch, state: "ready", at });
    const shown = async () => (await callApi("GET", "/v1/devices")).body;
    expect(await shown()).toMatchObject({ items: [{ deviceId, state: "ready" }] });
    api.clock.now = new Date(Date.parse(at) + 40_000);
    const reason = expect.stringContaining(`last heartbeat at ${at}`);
    expect(await shown()).toMatchObject({ items: [{ deviceId, state: "offline", stateReason: reason }] });
    const job = await callApi("POST", "/v1/jobs", { body: { task: "Turn on Bluetooth" } });
    const { jobId } = job.body as { jobId: string };
    expect((await callApi("GET", `/v1/jobs/${jobId}`)).body).toMatchObject({
      waitingBecause: expect.stringContaining(`${deviceId} is offline`),
    });
    await beat("online", api.clock.now.toISOString());
    expect(await shown()).toMatchObject({ items: [{ deviceId, state: "ready" }] });
    expect((await callApi("GET", `/v1/jobs/${jobId}`)).body).not.toHaveProperty("waitingBecause");
  });

  it.each(["a\uffff", "a\ufffe", "a\u0000", "a\ud83d"])(
    "[fault D21] refuses the text %j, which no queue takes, before it gets to one",
    async (text) => {
      const type = { action_id: "a1", action_type: "type", text };
      await refused(400, "POST", `/v1/device/${deviceId}/execute`, { body: type });
      await refused(400, "POST", `/v1/devices/${deviceId}/quarantine`, { body: { reason: text } });
      await refused(400, "POST", "/v1/jobs", { body: { task: text } });
      expect(await received()).toBeUndefined();
    },
  );

  it("[fault D21] brings every other text to the host as it was sent", async () => {
    const text = '\t\n"\\ö 你好 😀 👨‍👩‍👧 \u{10ffff} \u2028 \ufffd';
    const result = { action_id: "a1", success: true, execution_time_ms: 50, retries: 0, new_tree: null };
    const type = { action_id: "a1", action_type: "type", text };
    const [answer, request] = await Promise.all([
      callApi("POST", `/v1/device/${deviceId}/execute`, { body: type }),
      answerNext(200, result),
    ]);
    expect(answer.status).toBe(200);
    expect(request.request).toMatchObject({ action: { text } });
  });

  it("gives up after 20 seconds when nobody answers", async () => {
    const problem = await refused(504, "GET", `/v1/device/${deviceId}/ui-tree`);
    expect(problem).toMatchObject({ code: "HostTimeout", detail: expect.stringContaining("20 s") });
    expect(api.clock.now.getTime() - Date.parse(startedAt)).toBeLessThan(20_500);
    await received();
  });

  it("does not even ask a host that is gone", async () => {
    await beat("offline");
    await refused(504, "GET", `/v1/device/${deviceId}/ui-tree`);
    await beat("online", "2025-12-31T23:59:00.000Z");
    await refused(504, "GET", `/v1/device/${deviceId}/ui-tree`);
    expect(await received()).toBeUndefined();
  });

  it("leaves a device to the job that holds it, naming the job", async () => {
    const { devices } = api.repositories;
    const claim = { tenantId, deviceId, at, expiresAt: "2026-01-01T00:01:00.000Z", allowDirty: true };
    const lease = await devices.claim({ ...claim, jobId: jobIdOf(5) });
    const problem = await refused(409, "POST", `/v1/device/${deviceId}/execute`, { body: click });
    expect(problem).toMatchObject({
      code: "DeviceBusy",
      detail: expect.stringContaining(jobIdOf(5)),
      advice: [expect.stringContaining("drover pause")],
    });
    // While the job waits for a person's answer the person may help it along.
    const question = {
      schemaVersion: 1,
      tenantId,
      jobId: jobIdOf(5),
      questionId: "1",
      stepNumber: 1,
    } as const;
    const until = new Date(api.clock.now.getTime() + 60_000).toISOString();
    await api.repositories.questions.ask(
      Question.parse({ ...question, text: "Which time?", askedAt: at, until, status: "open" }),
    );
    const [answer, request] = await Promise.all([
      callApi("POST", `/v1/device/${deviceId}/execute`, { body: click }),
      answerNext(200, { action_id: "a1", success: true, execution_time_ms: 5, retries: 0, new_tree: null }),
    ]);
    expect(answer.status).toBe(200);
    expect(request.request).toMatchObject({ held: { jobId: jobIdOf(5), epoch: lease?.leaseEpoch } });
    await devices.transition({ tenantId, deviceId, epoch: lease?.leaseEpoch ?? 0, state: "ready", at });
  });
});

it("[spec R19] a person's touch is refused until the job is paused with its device, and again once it goes on", async () => {
  const { devices, jobs } = api.repositories;
  const jobId = jobIdOf(6);
  await jobs.create(sampleJob({ jobId, status: "running", startedAt: at, acquisition: 1 }));
  const claim = { tenantId, deviceId, at, expiresAt: "2026-01-01T00:01:00.000Z", allowDirty: true };
  const lease = await devices.claim({ ...claim, jobId });
  const touch = () => refused(409, "POST", `/v1/device/${deviceId}/execute`, { body: click });
  expect(await touch()).toMatchObject({ code: "DeviceBusy" });
  // It is asked to pause, and its step is still under way.
  await jobs.requestPause(tenantId, jobId, at);
  expect(await touch()).toMatchObject({ code: "DeviceBusy" });
  const pause = { callbackId: pauseCallback, until: "2026-01-08T00:00:00.000Z", holdsDevice: true };
  await jobs.pause(tenantId, jobId, JobPause.parse({ ...pause, since: at, for: "resume" }));
  const [answer, request] = await Promise.all([
    callApi("POST", `/v1/device/${deviceId}/execute`, { body: click }),
    answerNext(200, { action_id: "a1", success: true, execution_time_ms: 5, retries: 0, new_tree: null }),
  ]);
  expect(answer.status).toBe(200);
  expect(request.request).toMatchObject({ held: { jobId, epoch: lease?.leaseEpoch } });
  await jobs.endRequestedPause(tenantId, jobId);
  expect(await touch()).toMatchObject({ code: "DeviceBusy" });
  await devices.transition({ tenantId, deviceId, epoch: lease?.leaseEpoch ?? 0, state: "ready", at });
});

describe("an action that is asked for wrongly", () => {
  it.each([
    [{ ...click, action_type: "explode" }, "action_type", "'global_action'"],
    [{ ...click, element_id: -1 }, "element_id", ">=0"],
    [{ action_id: "a", action_type: "type", text: "" }, "text", ">=1"],
    [{ action_id: "a", action_type: "wait", duration_ms: 60_000 }, "duration_ms", "<=10000"],
  ])("is refused: %o", async (body, field, message) => {
    const { errors } = await refused(400, "POST", `/v1/device/${deviceId}/execute`, { body });
    expect(errors).toMatchObject([{ field, message: expect.stringContaining(message) }]);
  });

  it("does not find a device that is none of this tenant's", async () => {
    const problem = await refused(404, "POST", "/v1/device/host-b.phone-9/execute", { body: click });
    expect(problem.errors).toMatchObject([{ field: "id", value: "host-b.phone-9" }]);
    await refused(404, "GET", "/v1/device/phone/ui-tree");
  });
});

it("[fault S5] refuses more forks at once than there may be before anybody is asked", async () => {
  const url = "/v1/snapshots/01ARZ3NDEKTSV4RRFFQ69G5FAV/fork";
  for (const count of [0, 17, 1.5])
    expect((await refused(400, "POST", url, { body: { count } })).errors).toMatchObject([{ field: "count" }]);
});
