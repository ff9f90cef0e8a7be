import { describe, expect, it } from "vitest";
import { writeEnd } from "#agent/job/write-end.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import { mostRefusals } from "#shared/contracts/workflow/turn.ts";
import { callApi, refused } from "../../api/call-api.ts";
import { sampleJob, tenantId } from "../../shared/storage/sample-records.ts";
import {
  answerWith,
  api,
  ask,
  claim,
  inputOf,
  job,
  jobId,
  nextJob,
  open,
  predict,
  running,
  service,
  tap,
  turnUrl,
  waiting,
  withTakenTurns,
} from "./taking-job.ts";

withTakenTurns();

describe("a turn that is not the caller's to take", () => {
  it("is not found by another tenant, nor under another job", async () => {
    const { turnId } = await waiting();
    const body = { actions: [tap] };
    expect((await refused(404, "POST", turnUrl(turnId), { body, tenant: "other" })).code).toBe("NotFound");
    expect((await refused(404, "GET", `/v1/jobs/${jobId}/turn`, { tenant: "other" })).code).toBe("NotFound");
    const url = turnUrl(turnId);
    nextJob();
    await running();
    expect((await refused(404, "POST", turnUrl(turnId), { body })).code).toBe("NotFound");
    expect((await callApi("POST", url, { body })).status).toBe(200);
  });

  it("is another worker's once it was claimed", async () => {
    const { turnId } = await waiting();
    expect((await claim("box-1")).turn).toMatchObject({ turnId, claimedBy: "box-1", status: "taken" });
    const body = { actions: [tap] };
    expect((await refused(409, "POST", turnUrl(turnId), { body })).code).toBe("TurnTaken");
    expect((await refused(409, "POST", turnUrl(turnId, "?worker=box-2"), { body })).code).toBe("TurnTaken");
    expect((await refused(409, "GET", `/v1/jobs/${jobId}/turn?worker=box-2`)).code).toBe("TurnTaken");
    expect((await answerWith(turnId, body, "?worker=box-1")).status).toBe(200);
  });

  it("needs the scope that jobs are written with", async () => {
    const { turnId } = await waiting();
    const call = { body: { actions: [tap] }, scope: "jobs:read" };
    expect((await refused(403, "POST", turnUrl(turnId), call)).code).toBe("Forbidden");
  });
});

describe("an answer that cannot be used", () => {
  it.each([
    [{ actions: [] }, "actions"],
    [{ actions: [{ action: "tap" }, tap, tap, tap, tap, tap] }, "actions"],
    [{ actions: [tap], thoughts: "?" }, "thoughts"],
    [{ actions: [tap], usage: { inputTokens: -1 } }, "usage.inputTokens"],
    [{ actions: [{ action: "fly" }] }, "actions.action"],
    [{ actions: [{ action: "tap", coordinate: [3, 4] }] }, "actions.coordinate"],
    [{ actions: [{ action: "tap", element: 7 }] }, "actions.element"],
    [{ actions: [{ action: "FINISH", status: "success" }, tap] }, "actions"],
    [{ actions: [{ action: "ask_user", question: "Which?" }] }, "actions.action"],
  ])("names the field, and may be sent again: %j", async (body, field) => {
    const { turnId } = await waiting();
    const problem = await refused(400, "POST", turnUrl(turnId), { body });
    expect(problem.code).toBe("InvalidRequest");
    expect(problem.errors?.map((error) => error.field)).toContain(field);
    expect((await answerWith(turnId, { actions: [tap] })).status).toBe(200);
  });

  it("five times a turn; the next is the agent's failure", async () => {
    const { turnId } = await waiting();
    const body = { actions: [{ action: "fly" }] };
    for (let count = 0; count < mostRefusals; count += 1)
      await refused(400, "POST", turnUrl(turnId), { body });
    expect(service.told).toEqual([]);
    await refused(400, "POST", turnUrl(turnId), { body });
    expect(service.told).toMatchObject([{ output: { route: "predict" } }]);
    expect(await predict()).toMatchObject({ route: "judge", end: { reason: "agentFailed" } });
    expect((await refused(409, "POST", turnUrl(turnId), { body: { actions: [tap] } })).code).toBe("TurnOver");
  });

  it("says what the turn cost where the job's money is limited", async () => {
    const { turnId } = await waiting({ limits: { maxCostUsd: 0.01 } });
    const problem = await refused(400, "POST", turnUrl(turnId), { body: { actions: [tap] } });
    expect(problem.errors).toMatchObject([{ field: "usage.costUsd" }]);
    expect((await answerWith(turnId, { actions: [tap], usage: { costUsd: 0.02 } })).status).toBe(200);
    expect(await predict(2)).toMatchObject({ route: "judge", end: { reason: "cost" } });
  });
});

describe("a turn that is over", () => {
  it("is its agent's failure when it says so, which it may say twice", async () => {
    const { turnId } = await waiting();
    const url = turnUrl(turnId, "").concat("/failure");
    const body = { reason: "my GPU is gone" };
    expect(await callApi("POST", url, { body })).toMatchObject({ status: 200, body: { status: "failed" } });
    expect((await callApi("POST", url, { body })).status).toBe(200);
    expect(await predict()).toMatchObject({
      route: "judge",
      end: { reason: "agentFailed", detail: "The agent 'mine' gave up: my GPU is gone" },
    });
    expect(await api.repositories.errors.listByJob(tenantId, jobId)).toMatchObject([{ code: "AgentFailed" }]);
  });

  it("takes no answer when its job was cancelled, and the job ends at once", async () => {
    const alone = { kind: "external", name: "alone", turnTimeoutSeconds: 120, observation: {} };
    const { turnId } = await waiting({ agent: alone });
    expect((await callApi("POST", `/v1/jobs/${jobId}/cancel`)).status).toBe(200);
    expect(service.told).toMatchObject([{ output: { route: "predict" } }]);
    const problem = await refused(409, "POST", turnUrl(turnId), { body: { actions: [tap] } });
    expect(problem.code).toBe("TurnOver");
    expect(await predict()).toMatchObject({ route: "release", end: { reason: "cancelled" } });
    expect(await claim("box-1", {}, "alone")).toEqual({ turn: null, job: null });
  });

  it("whose job was cancelled before it was opened is ended by the function that opens it", async () => {
    await running();
    const output = await predict();
    if (output.route !== "awaitTurn") throw new Error(`The turn goes to ${output.route}.`);
    await callApi("POST", `/v1/jobs/${jobId}/cancel`);
    expect(await open(output)).toEqual({ opened: false });
    expect(service.told).toMatchObject([{ output: { route: "predict" } }]);
  });

  it("leaves its list when its job ends without it", async () => {
    const alone = { kind: "external", name: "ended", turnTimeoutSeconds: 120, observation: {} };
    const { turnId } = await waiting({ agent: alone });
    await answerWith(turnId, { actions: [tap] });
    const next = await predict(2);
    if (next.route !== "awaitTurn") throw new Error(`The turn goes to ${next.route}.`);
    await open(next, inputOf(2));
    const running = await job();
    if (running === null) throw new Error("The job is lost.");
    await writeEnd(running, { outcome: "inconclusive", reason: "Its execution failed." }, runtimeFor("api"));
    expect(await api.repositories.turns.get({ tenantId, jobId, turnId: next.turnId })).toMatchObject({
      status: "expired",
    });
    expect(await claim("box-1", {}, "ended")).toEqual({ turn: null, job: null });
  });

  it("is no turn of a job that has finished", async () => {
    const finished = { status: "finished", outcome: "failed", finishedAt: "2026-01-01T00:00:00.000Z" };
    await api.repositories.jobs.create(sampleJob({ jobId, ...finished }));
    expect(await ask("?wait=20")).toMatchObject({
      turn: null,
      job: { status: "finished", outcome: "failed" },
    });
  });
});
