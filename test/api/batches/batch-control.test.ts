import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wantsRetry } from "#batches/items/wants-retry.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { sampleJob, tenantId } from "../../shared/storage/sample-records.ts";
import { batchOf, line } from "../batch-calls.ts";
import { batch, by, call, end, item } from "../batch-under-test.ts";
import { refused } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("a batch that runs", () => {
  it("is paused and goes on, each with who and why", async () => {
    const id = await batch();
    expect(await call("POST", `/v1/batches/${id}/pause`, by)).toMatchObject({
      status: "paused",
      statusReason: "to see (Ada)",
    });
    expect(await call("POST", `/v1/batches/${id}/pause`, by)).toMatchObject({ status: "paused" });
    const resumed = await call("POST", `/v1/batches/${id}/resume`, { reason: "enough seen" });
    expect(resumed).toMatchObject({ status: "running" });
    expect(resumed.statusReason).toBeUndefined();
    expect(resumed.changes).toMatchObject([
      { ...by, change: "running → paused" },
      { by: "API", reason: "enough seen", change: "paused → running" },
    ]);
  });

  it("is steered: each setting by itself, null takes a limit away, and all of it is said", async () => {
    const id = await batch();
    const settings = { concurrency: 5, budget: { steps: 100, costUsd: 3 }, stop: { failureRate: 0.5 } };
    await call("PATCH", `/v1/batches/${id}`, { ...by, settings });
    const after = await call("PATCH", `/v1/batches/${id}`, {
      ...by,
      settings: { budget: { costUsd: null }, retry: { failed: 1 }, stop: null },
      pausedVariants: ["gpt"],
    });
    expect(after.settings).toMatchObject({
      concurrency: 5,
      budget: { steps: 100 },
      retry: { failed: 1, inconclusive: 2 },
    });
    expect(after.settings.budget.costUsd).toBeUndefined();
    expect(after.settings.stop).toBeUndefined();
    expect(after.pausedVariants).toEqual(["gpt"]);
    expect(after.changes.map(({ change }) => change)).toEqual([
      "concurrency: 100 → 5, budget.costUsd: none → 3, budget.steps: none → 100, stop.failureRate: none → 0.5, stop.after: none → 20",
      "budget.costUsd: 3 → none, retry.failed: 0 → 1, stop.failureRate: 0.5 → none, stop.after: 20 → none, paused variants: none → gpt",
    ]);
    const { changes } = await call("PATCH", `/v1/batches/${id}`, { ...by, settings: { concurrency: 5 } });
    expect(changes).toHaveLength(2);
  });

  it("is cancelled with the jobs that are under way", async () => {
    const id = await batch();
    const running = await item(api, id, { status: "running" }, { outcome: undefined, endedAt: undefined });
    const jobId = running.attempts[0]?.jobId as Job["jobId"];
    await api.repositories.jobs.create(sampleJob({ jobId }));
    expect(await call("POST", `/v1/batches/${id}/cancel`, by)).toMatchObject({ status: "cancelling" });
    expect(await api.repositories.jobs.get(tenantId, jobId)).toMatchObject({ outcome: "cancelled" });
    expect(await call("POST", `/v1/batches/${id}/cancel`, by)).toMatchObject({ status: "cancelling" });
    for (const action of ["pause", "resume"])
      await refused(409, "POST", `/v1/batches/${id}/${action}`, { body: by });
    const retry = { body: { ...by, which: "all" } };
    expect((await refused(409, "POST", `/v1/batches/${id}/retry`, retry)).code).toBe("BatchState");
  });

  it("tells its counts, progress, rates and what its budget leaves", async () => {
    const id = await batch([line("a"), line("b"), line("c"), line("d")]);
    await call("PATCH", `/v1/batches/${id}`, {
      ...by,
      settings: { budget: { costUsd: 2, tokens: 150, deviceMinutes: 3 } },
    });
    await item(api, id, { taskId: "a" });
    await item(api, id, { taskId: "b" }, { outcome: "inconclusive", errorCode: "DeviceDisconnected" });
    await item(
      api,
      id,
      { taskId: "c", status: "running" },
      {
        outcome: undefined,
        endedAt: undefined,
        steps: 0,
        costUsd: undefined,
        inputTokens: 0,
        outputTokens: 0,
        deviceMilliseconds: 0,
      },
    );
    api.clock.now = new Date(api.clock.now.getTime() + 120_000);
    expect(await batchOf(id)).toMatchObject({
      counts: {
        running: 1,
        outcomes: { failed: 1, inconclusive: 1 },
        errorCodes: { DeviceDisconnected: 1 },
        steps: 8,
      },
      progress: { pending: 1, running: 1, ended: 2, share: 0.5, endedPerMinute: 1, stepsPerMinute: 4 },
      costUsd: 1,
      deviceMinutes: 1,
      budgetLeft: { costUsd: 1, tokens: 0, deviceMinutes: 2 },
    });
    const { progress } = await batchOf(id);
    expect(Date.parse(progress.expectedEnd ?? "") - api.clock.now.getTime()).toBe(120_000);
  });
});

describe("a batch that has ended", () => {
  it("runs once more what is asked for, as a run of its own", async () => {
    const id = await batch();
    const failed = await item(api, id);
    const other = await item(api, id, { taskId: "b" }, { outcome: "inconclusive" });
    await end(api, id);
    expect(await call("POST", `/v1/batches/${id}/retry`, { ...by, which: "failed" })).toMatchObject({
      status: "running",
      run: 2,
    });
    const stored = await api.repositories.batches.get(tenantId, id);
    if (stored === null) throw new Error("the batch is gone");
    expect([failed, other].map((one) => wantsRetry(stored, one))).toEqual([true, false]);
    expect(stored.changes.at(-1)).toMatchObject({ ...by, change: "run failed items again" });
  });

  it("runs single items once more, by their keys or by their jobs, and none of another batch", async () => {
    const id = await batch();
    const [first, second, third] = [await item(api, id), await item(api, id), await item(api, id)];
    const jobId = second.attempts[0]?.jobId;
    const place = {
      batchId: id,
      itemKey: second.itemKey,
      taskId: "a",
      variant: "default",
      epoch: 1,
      attempt: 1,
    };
    await api.repositories.jobs.create(sampleJob({ jobId, batch: place }));
    await call("POST", `/v1/batches/${id}/requeue`, { ...by, itemKeys: [first.itemKey] });
    await call("POST", `/v1/batches/${id}/requeue`, { ...by, jobIds: [jobId] });
    const stored = await api.repositories.batches.get(tenantId, id);
    if (stored === null) throw new Error("the batch is gone");
    expect([first, second, third].map((one) => wantsRetry(stored, one))).toEqual([true, true, false]);
    const other = await batch();
    for (const body of [
      { ...by, itemKeys: [first.itemKey] },
      { ...by, jobIds: [jobId] },
    ])
      expect((await refused(400, "POST", `/v1/batches/${other}/requeue`, { body })).detail).toContain(
        "is not in this batch",
      );
  });

  it("cannot be cancelled, paused, resumed or steered", async () => {
    const id = await batch();
    await end(api, id);
    for (const action of ["cancel", "pause", "resume"])
      expect((await refused(409, "POST", `/v1/batches/${id}/${action}`, { body: by })).code).toBe(
        "BatchState",
      );
    const body = { ...by, settings: { concurrency: 1 } };
    expect((await refused(409, "PATCH", `/v1/batches/${id}`, { body })).code).toBe("BatchState");
  });
});
