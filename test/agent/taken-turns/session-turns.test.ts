import { describe, expect, it } from "vitest";
import { callApi, refused } from "../../api/call-api.ts";
import { startedAt } from "../../functions/start-functions.ts";
import { deviceId, hostId, sampleFacts, tenantId } from "../../shared/storage/sample-records.ts";
import { api, job, jobId, later, predict, running, service, waiting, withTakenTurns } from "./taking-job.ts";

withTakenTurns();

const session = {
  agent: { kind: "session", name: "session", turnTimeoutSeconds: 60 },
  session: { idleTimeoutSeconds: 60, hardTimeoutSeconds: 600, labels: { suite: "a" } },
};
const over = { failedHelpers: { AwaitTurn: "States.HeartbeatTimeout" } };
const read = async () => (await callApi("GET", `/v1/sessions/${jobId}`)).body;

describe("a session's turns", () => {
  it("end it when nobody uses it for its idle time, which is no failure of anybody", async () => {
    await waiting(session);
    expect(await read()).toMatchObject({ status: "ready", labels: { suite: "a" } });
    later(61);
    expect(await predict(1, over)).toMatchObject({ route: "release", end: { reason: "idle" } });
  });

  it("go on when it was used otherwise meanwhile, for the rest of the idle time", async () => {
    const { turnId } = await waiting(session);
    later(40);
    const sessionUsedAt = api.clock.now.toISOString();
    await api.repositories.jobs.saveSession(tenantId, jobId, { sessionUsedAt });
    later(61);
    const next = await predict(1, over);
    expect(next).toMatchObject({ route: "awaitTurn", timeoutSeconds: 39 });
    expect(next).not.toMatchObject({ turnId });
    expect(await job()).toMatchObject({ stepCount: 0 });
  });

  it("[fault A22] go on for another idle time when the farm was away for longer than that", async () => {
    await waiting(session);
    later(400);
    expect(await predict(1, over)).toMatchObject({ route: "awaitTurn", timeoutSeconds: 60 });
  });

  it("end nothing by a claim: that is for the session's user to say to the API", async () => {
    await waiting(session);
    const body = { actions: [{ action: "FINISH", status: "success" }] };
    const problem = await refused(400, "POST", `/v1/sessions/${jobId}/act`, { body });
    expect(problem.detail).toContain("DELETE /v1/sessions/{id}");
  });

  it("[fault A24] are refused, and nobody is asked, when another lease has the device; it goes on when it is told to", async () => {
    const held = { deviceId, hostId, leaseEpoch: 1 };
    await waiting({ ...session, ...held });
    await api.repositories.devices.register(sampleFacts(), startedAt);
    expect(await read()).toMatchObject({ status: "deviceLost", deviceLost: { deviceId, epoch: 1 } });
    const body = { actions: [{ action: "home" }] };
    const problem = await refused(409, "POST", `/v1/sessions/${jobId}/act`, { body });
    expect(problem).toMatchObject({
      code: "LeaseLost",
      advice: [expect.stringContaining(`POST /v1/sessions/${jobId}/continue`), expect.any(String)],
    });
    for (const path of ["observation", "screenshot"])
      expect((await refused(409, "GET", `/v1/sessions/${jobId}/${path}`)).code).toBe("LeaseLost");
    expect(service.told).toEqual([]);

    const continued = await callApi("POST", `/v1/sessions/${jobId}/continue`);
    expect(continued.body).toMatchObject({ status: "waiting", deviceLost: { continuedAt: startedAt } });
    expect(service.told).toMatchObject([{ output: { route: "predict" } }]);
    await expect(predict()).rejects.toThrow("LeaseLost");
    expect(await predict(1, { observation: null })).toEqual({ route: "acquire" });
  });

  it("[fault A24] are lost when a host that is gone has let the lease run out", async () => {
    await waiting({ ...session, deviceId, hostId, leaseEpoch: 1 });
    const { devices } = api.repositories;
    await devices.register(sampleFacts(), startedAt);
    const expiresAt = new Date(Date.parse(startedAt) + 30_000).toISOString();
    await devices.claim({ tenantId, deviceId, jobId, at: startedAt, expiresAt, allowDirty: true });
    expect(await read()).toMatchObject({ status: "ready" });
    later(31);
    const reason = `its host '${hostId}' has not renewed the lease since ${startedAt}`;
    expect(await read()).toMatchObject({ status: "deviceLost", deviceLost: { reason } });
  });

  it("[fault A24] wait without a device for the idle time, and then end", async () => {
    const held = { deviceId, hostId, leaseEpoch: 1 };
    const deviceLost = { deviceId, epoch: 1, at: startedAt, reason: "it was unplugged" };
    await running({ ...session, ...held, deviceLost, status: "queued" });
    later(20);
    const stand = { route: "stand", callbackId: "lost", hold: false, timeoutSeconds: 40 };
    expect(await predict(1, { observation: null })).toMatchObject(stand);
    later(61);
    const detail = expect.stringContaining("it was unplugged");
    const end = { reason: "infrastructure", detail };
    expect(await predict(1, { observation: null })).toEqual({ route: "finish", end });
  });

  it("are not found by the id of a job that is no session", async () => {
    await waiting();
    expect((await refused(404, "GET", `/v1/sessions/${jobId}`)).code).toBe("NotFound");
  });
});
