import { GetScheduleCommand, type GetScheduleCommandOutput } from "@aws-sdk/client-scheduler";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ScheduleList, ScheduleResponse } from "#shared/contracts/api/responses/schedule-response.ts";
import { ScheduleName } from "#shared/contracts/batch/schedule.ts";
import { scheduledManifestPrefix } from "#shared/contracts/farm/keys.ts";
import { stage, tenantId } from "../../shared/storage/sample-records.ts";
import { line } from "../batch-calls.ts";
import { callApi, refused } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.close());

const nightly = {
  name: "nightly",
  expression: "cron(0 2 * * ? *)",
  timezone: "Europe/Zurich",
  lines: [line("wifi"), line("alarm")],
};
async function create(change: object = {}): Promise<ScheduleResponse> {
  const answer = await callApi("POST", "/v1/schedules", { body: { ...nightly, ...change } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return ScheduleResponse.parse(answer.body);
}
const inService = (Name: string): Promise<GetScheduleCommandOutput> =>
  api.storage.clients.scheduler.send(new GetScheduleCommand({ Name, GroupName: `drover-${stage}` }));
const kept = ({ scheduleId }: ScheduleResponse) =>
  api.storage.artifacts.list(scheduledManifestPrefix(tenantId, scheduleId));

describe("a schedule", () => {
  it("is made with its lines kept and EventBridge Scheduler told when to call the function, and with what", async () => {
    const made = await create({ flexibleMinutes: 15 });
    expect(made).toMatchObject({
      name: "nightly",
      status: "enabled",
      overlap: "skip",
      batchName: "nightly-{{run}}",
      lineCount: 2,
      nextAt: "2026-01-01T01:00:00.000Z",
    });
    const { Target: target, ...told } = await inService(made.scheduleId);
    expect(told).toMatchObject({
      ScheduleExpression: "cron(0 2 * * ? *)",
      ScheduleExpressionTimezone: "Europe/Zurich",
      FlexibleTimeWindow: { Mode: "FLEXIBLE", MaximumWindowInMinutes: 15 },
      State: "ENABLED",
    });
    expect(target?.RetryPolicy).toEqual({ MaximumEventAgeInSeconds: 3_600, MaximumRetryAttempts: 10 });
    expect(JSON.parse(target?.Input ?? "")).toEqual({
      tenantId,
      name: "nightly",
      scheduleId: made.scheduleId,
      scheduledAt: "<aws.scheduler.scheduled-time>",
    });
    const [key = ""] = await kept(made);
    expect(
      (await api.storage.artifacts.getText(key))
        .trim()
        .split("\n")
        .map((text) => JSON.parse(text).taskId),
    ).toEqual(["wifi", "alarm"]);
  });

  it.each([
    ["a time that is past", "at(2020-01-01T00:00:00)"],
    ["a day that no month has", "cron(0 2 31 2 ? *)"],
    ["a time that the clocks leave out", "cron(30 2 28 3 ? 2027)"],
  ])("that would never be due is refused, by %s, made or changed so", async (_what, expression) => {
    const refusal = { errors: [{ field: "expression", message: expect.stringContaining("never be due") }] };
    const made = { body: { ...nightly, expression } };
    expect(await refused(400, "POST", "/v1/schedules", made)).toMatchObject(refusal);
    await create();
    const changed = { body: { expression } };
    expect(await refused(400, "PATCH", "/v1/schedules/nightly", changed)).toMatchObject(refusal);
  });

  it("whose only time has passed is still paused and given other lines", async () => {
    await create();
    const passed = { expression: "at(2020-01-01T00:00:00)", timezone: "UTC" };
    await api.repositories.schedules.change(tenantId, ScheduleName.parse("nightly"), () => passed);
    const body = { paused: true, lines: [line("wifi")] };
    expect((await callApi("PATCH", "/v1/schedules/nightly", { body })).status).toBe(200);
  });

  it("is listed and read, and another tenant sees nothing of it", async () => {
    await create();
    expect(ScheduleList.parse((await callApi("GET", "/v1/schedules")).body).items).toHaveLength(1);
    expect((await callApi("GET", "/v1/schedules", { tenant: "rival" })).body).toEqual({ items: [] });
    expect((await callApi("GET", "/v1/schedules/nightly", { tenant: "rival" })).status).toBe(404);
    expect((await callApi("GET", "/v1/schedules/nightly")).status).toBe(200);
  });

  it("is changed and paused where it is kept and at the service, and its earlier lines go", async () => {
    const made = await create({ flexibleMinutes: 15 });
    const body = { expression: "rate(6 hours)", flexibleMinutes: null, paused: true, lines: [line("wifi")] };
    const answer = await callApi("PATCH", "/v1/schedules/nightly", { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const changed = ScheduleResponse.parse(answer.body);
    expect(changed).toMatchObject({ status: "paused", lineCount: 1, expression: "rate(6 hours)" });
    expect(changed.nextAt).toBeUndefined();
    expect(changed.flexibleMinutes).toBeUndefined();
    expect(await inService(made.scheduleId)).toMatchObject({
      State: "DISABLED",
      ScheduleExpression: "rate(6 hours)",
      FlexibleTimeWindow: { Mode: "OFF" },
    });
    expect(await kept(made)).toHaveLength(1);
  });

  it("is deleted with what it kept, and its name is free for another", async () => {
    const made = await create();
    expect((await callApi("DELETE", "/v1/schedules/nightly")).status).toBe(200);
    await expect(inService(made.scheduleId)).rejects.toMatchObject({ name: "ResourceNotFoundException" });
    expect(await kept(made)).toEqual([]);
    expect((await create()).scheduleId).not.toBe(made.scheduleId);
  });

  it("of a name that is there is refused, and leaves nothing behind", async () => {
    const made = await create();
    const problem = await refused(409, "POST", "/v1/schedules", { body: nightly });
    expect(problem).toMatchObject({ code: "ScheduleState", errors: [{ field: "name" }] });
    expect(await api.storage.artifacts.list("schedules/")).toEqual(await kept(made));
  });

  it.each([
    ["an expression that is none", { expression: "0 2 * * *" }, 400, "expression"],
    ["a time zone that is none", { timezone: "Middle/Earth" }, 400, "timezone"],
    ["a batch's name that is always the same", { batchName: "nightly" }, 400, "batchName"],
    ["a line that no batch would take", { lines: [line("wifi"), { taskId: "bad one" }] }, 400, "lines.1"],
    ["no line at all", { lines: [] }, 400, "lines"],
  ])("with %s is refused by the field", async (_what, change, status, field) => {
    const problem = await refused(status, "POST", "/v1/schedules", { body: { ...nightly, ...change } });
    expect(problem.errors?.[0]?.field).toContain(field);
    expect(await api.repositories.schedules.get(tenantId, ScheduleName.parse("nightly"))).toBeNull();
  });

  it("whose maker's token may only read is not made", async () => {
    expect((await callApi("POST", "/v1/schedules", { body: nightly, scope: "jobs:read" })).status).toBe(403);
  });
});

describe("quarantine", () => {
  const put = (task: string) =>
    callApi("PUT", `/v1/quarantine/${task}`, { body: { reason: "flaps", by: "Ada" } });

  it("lists who put a task there, why and since when, and lets it out again", async () => {
    expect((await put("wifi")).status).toBe(200);
    api.clock.now = new Date("2026-01-05T00:00:00.000Z");
    await put("wifi");
    expect((await callApi("GET", "/v1/quarantine")).body).toEqual({
      items: [{ taskId: "wifi", by: "Ada", reason: "flaps", since: "2026-01-01T00:00:00.000Z" }],
    });
    expect((await callApi("DELETE", "/v1/quarantine/wifi")).status).toBe(200);
    expect((await callApi("DELETE", "/v1/quarantine/wifi")).status).toBe(404);
  });

  it("takes no more tasks than a batch can keep", async () => {
    for (let made = 0; made < 200; made += 1)
      await api.repositories.quarantine.put({
        schemaVersion: 1,
        tenantId,
        taskId: `task-${made}` as never,
        by: "Ada",
        reason: "flaps",
        since: "2026-01-01T00:00:00.000Z",
      });
    expect(await refused(409, "PUT", "/v1/quarantine/one-more", { body: { reason: "flaps" } })).toMatchObject(
      { code: "ScheduleState" },
    );
    expect((await put("task-7")).status).toBe(200);
  });
});
