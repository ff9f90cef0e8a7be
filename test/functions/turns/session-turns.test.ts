import { describe, expect, it } from "vitest";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { callApi, refused } from "../api/call-api.ts";
import { api, job, jobId, later, predict, waiting } from "./taking-job.ts";

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

  it("are not found by the id of a job that is no session", async () => {
    await waiting();
    expect((await refused(404, "GET", `/v1/sessions/${jobId}`)).code).toBe("NotFound");
  });
});
