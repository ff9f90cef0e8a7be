import { ListExecutionsCommand } from "@aws-sdk/client-sfn";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handler as runSchedule } from "#functions/run-schedule.ts";
import {
  ScheduleResponse,
  ScheduleRunPage,
  ScheduleRunResponse,
} from "#shared/contracts/api/responses/schedule-response.ts";
import type { BatchId } from "#shared/contracts/values/ids.ts";
import { line } from "../api/batch-calls.ts";
import { item } from "../api/batch-under-test.ts";
import { callApi } from "../api/call-api.ts";
import { startApi, type TestApi } from "../api/start-api.ts";
import { tenantId } from "../shared/storage/sample-records.ts";
import { invoke } from "./start-functions.ts";

let api: TestApi;
let schedule: ScheduleResponse;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.close());

async function create(change: object = {}): Promise<void> {
  const body = {
    name: "nightly",
    expression: "cron(0 2 * * ? *)",
    lines: [line("wifi"), line("alarm")],
    ...change,
  };
  const answer = await callApi("POST", "/v1/schedules", { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  schedule = ScheduleResponse.parse(answer.body);
}
const due = (scheduledAt: string, scheduleId: string = schedule.scheduleId) =>
  invoke(runSchedule, { tenantId, name: "nightly", scheduleId, scheduledAt });
const look = () => invoke(runSchedule, { look: true });
const runs = async () => {
  const answer = await callApi("GET", "/v1/schedules/nightly/runs");
  return ScheduleRunPage.parse(answer.body).items.map(({ runId, status, reason, batchName }) => ({
    runId,
    status,
    reason,
    batchName,
  }));
};
const run = async (id: string) =>
  ScheduleRunResponse.parse((await callApi("GET", `/v1/schedules/nightly/runs/${id}`)).body);
const executions = async () =>
  (
    await api.sfn.send(
      new ListExecutionsCommand({
        stateMachineArn: "arn:aws:states:us-east-1:000000000000:stateMachine:batch",
      }),
    )
  ).executions ?? [];

/** As if the batch of a run had been run: by task, whether it succeeded. */
async function ran(runId: string, outcomes: Readonly<Record<string, "succeeded" | "failed">>): Promise<void> {
  const { batchId } = await run(runId);
  for (const [taskId, outcome] of Object.entries(outcomes)) {
    const one = await item(api, String(batchId), { taskId }, { outcome, outcomeReason: `It ${outcome}.` });
    expect(one.batchId).toBe(batchId);
  }
  const finishedAt = api.clock.now.toISOString();
  await api.repositories.batches.change(tenantId, batchId as BatchId, () => ({
    status: "finished",
    lineCount: Object.keys(outcomes).length,
    uploadId: undefined,
    finishedAt,
  }));
}

describe("a task's history", () => {
  it("has a cell for each batch with a link to its job, and says when the task goes to and fro", async () => {
    await create();
    const nights = ["succeeded", "failed", "succeeded", "failed", "succeeded"] as const;
    for (const [night, outcome] of nights.entries()) {
      const day = String(night + 1).padStart(2, "0");
      api.clock.now = new Date(`2026-01-${day}T02:30:00.000Z`);
      await due(`2026-01-${day}T02:00:00Z`);
      await ran(`202601${day}T020000Z`, { wifi: outcome, alarm: "succeeded" });
      await look();
      // Noted twice, it is one cell.
      await look();
    }
    const { body } = await callApi("GET", "/v1/tasks/wifi/history");
    expect(body).toMatchObject({
      taskId: "wifi",
      runs: nights.map((outcome) => ({
        schedule: "nightly",
        runs: 1,
        successes: outcome === "succeeded" ? 1 : 0,
      })),
      flips: { changes: 4, of: 4, rate: 1 },
      successRate: 0.6,
      quarantined: false,
      candidate: true,
    });
    await callApi("PUT", "/v1/quarantine/wifi", { body: { reason: "flaps" } });
    expect((await callApi("GET", "/v1/tasks")).body).toMatchObject({
      items: [
        { taskId: "alarm", candidate: false, flips: { changes: 0 } },
        { taskId: "wifi", candidate: false, quarantined: true },
      ],
    });
    expect((await callApi("GET", "/v1/tasks/none/history")).status).toBe(404);
    expect((await callApi("GET", "/v1/tasks", { tenant: "rival" })).body).toEqual({ items: [] });
  });
});

describe("a schedule that is due", () => {
  it("has one batch for each time, however often it is told, with the lines that were kept", async () => {
    await create();
    await due("2026-01-01T02:00:00Z");
    await due("2026-01-01T02:00:00Z");
    expect(await runs()).toEqual([
      { runId: "20260101T020000Z", status: "running", batchName: "nightly-20260101T020000Z" },
    ]);
    expect(await executions()).toHaveLength(1);
    const { items } = await api.repositories.batches.list(tenantId, { limit: 10 });
    expect(items).toMatchObject([
      {
        name: "nightly-20260101T020000Z",
        status: "checking",
        schedule: { name: "nightly", runId: "20260101T020000Z" },
      },
    ]);
    const upload = await api.storage.artifacts.getText(`uploads/${tenantId}/${items[0]?.uploadId}.jsonl`);
    expect(
      upload
        .trim()
        .split("\n")
        .map((text) => JSON.parse(text).taskId),
    ).toEqual(["wifi", "alarm"]);
  });

  it("skips what is due while the run before goes on, and says so", async () => {
    await create();
    await due("2026-01-01T02:00:00Z");
    await due("2026-01-02T02:00:00Z");
    expect(await runs()).toMatchObject([
      { runId: "20260102T020000Z", status: "skipped", reason: "Run 20260101T020000Z had not ended." },
      { status: "running" },
    ]);
    expect(await executions()).toHaveLength(1);
  });

  it("lets one run wait when it is to, and begins it when the one before has ended", async () => {
    await create({ overlap: "queue" });
    for (const day of ["01", "02", "03"]) await due(`2026-01-${day}T02:00:00Z`);
    expect((await runs()).map(({ status }) => status)).toEqual(["skipped", "waiting", "running"]);
    await look();
    expect((await runs()).map(({ status }) => status)).toEqual(["skipped", "waiting", "running"]);
    await ran("20260101T020000Z", { wifi: "succeeded" });
    await look();
    expect((await runs()).map(({ status }) => status)).toEqual(["skipped", "running", "finished"]);
    expect(await executions()).toHaveLength(2);
  });

  it("is looked after also when another tenant's host has spoiled a schedule of that tenant", async () => {
    await create({ overlap: "queue" });
    for (const day of ["01", "02"]) await due(`2026-01-${day}T02:00:00Z`);
    await ran("20260101T020000Z", { wifi: "succeeded" });
    await api.addPool("default", 34, "Zeta");
    await api.addPool("default", 34, "aaa");
    for (const tenant of ["Zeta", "aaa"]) {
      const values = { tenantId: tenant, name: "x", spoiled: true, __edb_e__: "schedule" };
      const Item = { ...values, pk: `${tenant}#schedules`, sk: "schedule#x" };
      const put = new PutCommand({ TableName: api.storage.tableName, Item });
      await api.storage.clients.dynamodb.send(put);
    }
    await look();
    expect((await runs()).map(({ status }) => status)).toEqual(["running", "finished"]);
    expect(api.lines.filter((line) => line.includes("a schedule could not be checked"))).toHaveLength(2);
  });

  it("compares a run with the last one that finished, whoever notes its end", async () => {
    await create();
    await due("2026-01-01T02:00:00Z");
    await ran("20260101T020000Z", { wifi: "succeeded", alarm: "succeeded" });
    await look();
    await due("2026-01-02T02:00:00Z");
    await ran("20260102T020000Z", { wifi: "failed", alarm: "succeeded" });
    await due("2026-01-03T02:00:00Z");
    expect(await run("20260102T020000Z")).toMatchObject({
      status: "finished",
      comparedWith: "20260101T020000Z",
      figures: { runs: 2, successes: 1 },
      changes: { broken: 1, fixed: 0 },
      diff: { broken: [{ taskId: "wifi", reason: "It failed." }] },
    });
    expect((await runs()).map(({ status }) => status)).toEqual(["running", "finished", "finished"]);
  });

  it("is not run when it was deleted, made anew or paused just before", async () => {
    await create();
    const { scheduleId: earlier } = schedule;
    await callApi("DELETE", "/v1/schedules/nightly");
    await due("2026-01-01T02:00:00Z");
    await create();
    await due("2026-01-01T02:00:00Z", earlier);
    await callApi("PATCH", "/v1/schedules/nightly", { body: { paused: true } });
    await due("2026-01-01T02:00:00Z");
    expect(await runs()).toEqual([]);
    expect(await executions()).toEqual([]);
  });

  it("is skipped while all jobs are stopped, and the next is not in its way", async () => {
    await create();
    await callApi("POST", "/v1/farm/stop", { body: { reason: "maintenance" } });
    await due("2026-01-01T02:00:00Z");
    await callApi("POST", "/v1/farm/resume");
    await due("2026-01-02T02:00:00Z");
    expect(await runs()).toMatchObject([
      { status: "running" },
      { status: "skipped", reason: expect.stringContaining("maintenance") },
    ]);
  });

  it("fails when its batch was refused, with what was wrong, and the next goes on", async () => {
    await create();
    await due("2026-01-01T02:00:00Z");
    const { batchId } = await run("20260101T020000Z");
    await api.repositories.batches.change(tenantId, batchId as BatchId, () => ({
      status: "refused",
      uploadId: undefined,
      problems: [{ line: 2, field: "request.secret", message: "there is no secret 'shop'" }],
      problemCount: 1,
    }));
    await look();
    expect(await runs()).toMatchObject([
      {
        status: "failed",
        reason: "Its batch was refused. Line 2: request.secret: there is no secret 'shop'",
      },
    ]);
    await due("2026-01-02T02:00:00Z");
    expect((await runs())[0]?.status).toBe("running");
  });

  it("runs when somebody asks, paused or not, and says who", async () => {
    await create({ paused: true });
    const answer = await callApi("POST", "/v1/schedules/nightly/run", { body: {} });
    expect(answer.body).toMatchObject({ status: "running", trigger: "person", runId: "20260101T000000Z" });
    expect(await executions()).toHaveLength(1);
  });

  it("whose batch's name somebody has taken fails instead of adding to that batch", async () => {
    await create();
    await callApi("POST", "/v1/batches", {
      body: { name: "nightly-20260101T020000Z", lines: [line("other")] },
    });
    await due("2026-01-01T02:00:00Z");
    expect(await runs()).toMatchObject([
      { status: "failed", reason: expect.stringContaining("nightly-20260101T020000Z") },
    ]);
  });
});
