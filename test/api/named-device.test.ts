import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Host } from "#shared/contracts/device/host.ts";
import { DeviceId } from "#shared/contracts/values/ids.ts";
import {
  at,
  deviceId,
  hostId,
  jobIdOf,
  otherTenantId,
  sampleFacts,
  tenantId,
} from "../shared/storage/sample-records.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

const queueUrl = "http://127.0.0.1:4566/000000000000/drover_test_acme_device_1";
const commandQueueUrl = "http://127.0.0.1:4566/000000000000/drover_test_acme_host_host-a";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.repositories.devices.register(sampleFacts({ queueUrl }), at);
  await api.repositories.hosts.put(
    Host.parse({
      schemaVersion: 1,
      tenantId,
      hostId,
      pool: "default",
      commandQueueUrl,
      state: "online",
      version: "0.1.0",
      deviceCount: 1,
      startedAt: at,
      heartbeatAt: at,
    }),
  );
  await say("ready");
});
afterAll(() => api.close());

const say = async (state: "ready" | "quarantined" | "dirty") => {
  const { leaseEpoch: epoch = 0 } = (await api.repositories.devices.get(tenantId, deviceId)) ?? {};
  const by = state === "quarantined" ? { quarantinedBy: "operator" as const, reason: "mine" } : {};
  await api.repositories.devices.transition({ tenantId, deviceId, epoch, state, at, ...by });
};
const submit = async (change: Record<string, unknown>) => {
  const body = { task: "Turn on Bluetooth", requirements: { deviceId }, ...change };
  const answer = await callApi("POST", "/v1/jobs", { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { jobId } = answer.body as { jobId: ReturnType<typeof jobIdOf> };
  return { jobId, stored: await api.repositories.jobs.get(tenantId, jobId) };
};

describe("submitting a job for one device", () => {
  it("puts it into the device's own queue and shows nobody where that is", async () => {
    const { stored } = await submit({});
    expect(stored).toMatchObject({ pool: "default", poolQueueUrl: queueUrl, device: "clean" });
    expect(JSON.stringify((await callApi("GET", "/v1/devices")).body)).not.toContain("queueUrl");
  });

  it.each([
    [{ requirements: { deviceId: "host-a.phone-9" } }, "requirements.deviceId", "does not name a device"],
    [
      { requirements: { deviceId: "host-b.emulator-5554" } },
      "requirements.deviceId",
      "does not name a device",
    ],
    [{ requirements: { deviceId, pool: "tablets" } }, "requirements.pool", "is in pool 'default'"],
    [{ requirements: { deviceId, minApiLevel: 35 } }, "requirements.minApiLevel", "which has 34"],
    [{ requirements: {}, device: "asItIs" }, "requirements.deviceId", "must be named"],
  ])("is refused when it cannot be: %o", async (change, field, message) => {
    const other = DeviceId.parse("host-b.emulator-5554");
    await api.repositories.devices.register(sampleFacts({ tenantId: otherTenantId, deviceId: other }), at);
    const problem = await refused(400, "POST", "/v1/jobs", { body: { task: "x", ...change } });
    expect(problem.errors).toMatchObject([{ field, message: expect.stringContaining(message) }]);
  });

  it("says what it waits for", async () => {
    const { jobId } = await submit({});
    const because = async () =>
      ((await callApi("GET", `/v1/jobs/${jobId}`)).body as { waitingBecause?: string }).waitingBecause;
    // The test before has left its job in the same queue.
    const place = `It is number 2 in the queue of device ${deviceId}.`;
    expect(await because()).toBe(place);
    await say("quarantined");
    expect(await because()).toBe(`${place} ${deviceId} is quarantined: mine`);
    await say("ready");
    const claim = { tenantId, deviceId, at, expiresAt: "2026-01-01T00:01:00.000Z", allowDirty: true };
    await api.repositories.devices.claim({ ...claim, jobId: jobIdOf(7) });
    expect(await because()).toBe(`${place} ${deviceId} is held by job ${jobIdOf(7)}.`);
    await say("ready");
    const hour = new Date(Date.parse(at) + 3_600_000);
    const { now } = api.clock;
    api.clock.now = hour;
    expect(await because()).toMatch(/is offline: Its host host-a sent its last heartbeat/);
    api.clock.now = now;
  });

  it("takes a device as it is from its person, at its host", async () => {
    const busy = await refused(409, "POST", "/v1/jobs", {
      body: { task: "x", requirements: { deviceId }, device: "asItIs" },
    });
    expect(busy).toMatchObject({ code: "DeviceBusy", detail: expect.stringContaining("it is ready") });
    await say("quarantined");
    const { stored } = await submit({ device: "asItIs" });
    expect(stored).toMatchObject({ poolQueueUrl: commandQueueUrl, device: "asItIs" });
    await say("ready");
  });
});
