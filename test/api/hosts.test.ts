import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DeviceHistory } from "#shared/contracts/api/device-history.ts";
import { HostPage } from "#shared/contracts/api/responses/host-response.ts";
import { Host } from "#shared/contracts/device/host.ts";
import {
  at,
  deviceId,
  hostId,
  jobIdOf,
  sampleFacts,
  sampleJob,
  tenantId,
} from "../shared/storage/sample-records.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
const later = (seconds: number): string => new Date(Date.parse(at) + seconds * 1_000).toISOString();
beforeAll(async () => {
  api = await startApi();
  const { hosts, devices } = api.repositories;
  await hosts.put(
    Host.parse({
      ...{ schemaVersion: 1, tenantId, hostId, pool: "default", state: "online", version: "1.2.3" },
      ...{ commandQueueUrl: "http://127.0.0.1:4566/q", deviceCount: 1, startedAt: at, heartbeatAt: at },
    }),
  );
  await devices.register(sampleFacts(), at);
});
afterAll(() => api.close());

const ok = async (url: string): Promise<unknown> => {
  const answer = await callApi("GET", url);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

describe("the list of hosts", () => {
  it("says of each its devices, its version and how long it has been silent, and not where its commands wait", async () => {
    api.clock.now = new Date(later(5));
    const body = await ok("/v1/hosts");
    expect(HostPage.parse(body).items).toMatchObject([
      {
        hostId,
        state: "online",
        version: "1.2.3",
        heartbeatAgeMilliseconds: 5_000,
        devices: [{ deviceId, state: "dirty" }],
      },
    ]);
    expect(JSON.stringify(body)).not.toContain("4566");
  });

  it("says of a host that nobody has heard of that it is offline, and its devices with it", async () => {
    api.clock.now = new Date(later(60));
    expect(HostPage.parse(await ok("/v1/hosts")).items).toMatchObject([
      { state: "offline", devices: [{ state: "offline" }] },
    ]);
  });

  it("shows no host to another tenant or without the scope", async () => {
    expect((await callApi("GET", "/v1/hosts", { tenant: "other" })).body).toEqual({ items: [] });
    expect((await refused(403, "GET", "/v1/hosts", { scope: "jobs:read" })).code).toBe("Forbidden");
  });
});

describe("a device's history", () => {
  const change = (
    epoch: number,
    state: "ready" | "offline" | "quarantined" | "dirty",
    seconds: number,
    reason?: string,
  ) => api.repositories.devices.transition({ tenantId, deviceId, epoch, state, at: later(seconds), reason });

  it("tells when it came out of work, why and since when, and when it was back; leases and repeated troubles are no events", async () => {
    await change(0, "ready", 1);
    await change(0, "quarantined", 10, "it does not boot");
    await change(0, "quarantined", 20, "it does not boot");
    const troubled = DeviceHistory.parse(await ok(`/v1/devices/${deviceId}/history`));
    expect(troubled.device.trouble).toMatchObject({
      at: later(10),
      state: "quarantined",
      reason: "it does not boot",
    });
    await change(0, "offline", 30, "adb does not list it");
    await change(0, "ready", 40);
    await change(0, "ready", 50);
    await api.repositories.devices.noteAction({ tenantId, deviceId }, "01", {
      at: "2026-01-01T00:00:01.000Z",
      action: "global_action",
      target: "HOME",
      ok: true,
    });
    const { events, device, actions } = DeviceHistory.parse(await ok(`/v1/devices/${deviceId}/history`));
    expect(actions).toMatchObject([{ action: "global_action", target: "HOME" }]);
    expect(events.map(({ at: when, state }) => [when, state])).toEqual([
      [later(40), "ready"],
      [later(30), "offline"],
      [later(10), "quarantined"],
    ]);
    expect(device.trouble).toBeUndefined();
  });

  it("has the jobs that had the device lately", async () => {
    await api.repositories.jobs.create(
      sampleJob({ jobId: jobIdOf(5), deviceId, status: "finished", outcome: "failed" }),
    );
    await api.repositories.jobs.create(sampleJob({ jobId: jobIdOf(6) }));
    const { jobs } = DeviceHistory.parse(await ok(`/v1/devices/${deviceId}/history`));
    expect(jobs).toMatchObject([{ jobId: jobIdOf(5), outcome: "failed" }]);
  });

  it("is not found by another tenant", async () => {
    expect((await refused(404, "GET", `/v1/devices/${deviceId}/history`, { tenant: "other" })).code).toBe(
      "NotFound",
    );
  });
});
