import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  BatchItemPage,
  BatchPage,
  type BatchResponse,
  BatchResults,
} from "#shared/contracts/api/batch-response.ts";
import { BatchItem } from "#shared/contracts/batch-item.ts";
import type { Job } from "#shared/contracts/job.ts";
import { wantsRetry } from "#shared/domain/batch/wants-retry.ts";
import { at, jobIdOf, sampleJob, tenantId } from "../../shared/storage/sample-records.ts";
import { batchOf, line, submitted } from "./batch-calls.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const by = { by: "Ada", reason: "to see" };
const call = async (method: string, url: string, body?: unknown): Promise<BatchResponse> => {
  const answer = await callApi(method, url, body === undefined ? {} : { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as BatchResponse;
};
let named = 0;
async function batch(lines = [line("a"), line("b"), line("c")]) {
  named += 1;
  return (await submitted({ name: `batch-${named}`, lines })).batchId;
}
const end = (batchId: BatchResponse["batchId"]) =>
  api.repositories.batches.change(tenantId, batchId, () => ({ status: "finished", finishedAt: at }));

let made = 0;
/** An item of the batch as if its job had been run. */
async function item(
  batchId: string,
  change: Record<string, unknown> = {},
  attempt: Record<string, unknown> = {},
) {
  made += 1;
  const found = BatchItem.parse({
    schemaVersion: 1,
    tenantId,
    batchId,
    itemKey: made.toString(16).padStart(20, "0"),
    line: made,
    taskId: "a",
    variant: "default",
    epoch: 1,
    status: "ended",
    attempts: [
      {
        jobId: jobIdOf(1_000 + made),
        attempt: 1,
        startedAt: at,
        endedAt: at,
        outcome: "failed",
        steps: 4,
        inputTokens: 90,
        outputTokens: 10,
        costUsd: 0.5,
        deviceMilliseconds: 30_000,
        ...attempt,
      },
    ],
    ...change,
  });
  expect(await api.repositories.batchItems.change(null, found)).toBe(true);
  return found;
}

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
    const running = await item(id, { status: "running" }, { outcome: undefined, endedAt: undefined });
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
    await item(id, { taskId: "a" });
    await item(id, { taskId: "b" }, { outcome: "inconclusive", errorCode: "DeviceDisconnected" });
    await item(
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
    const failed = await item(id);
    const other = await item(id, { taskId: "b" }, { outcome: "inconclusive" });
    await end(id);
    expect(await call("POST", `/v1/batches/${id}/retry`, { ...by, which: "failed" })).toMatchObject({
      status: "running",
      run: 2,
    });
    const stored = await api.repositories.batches.get(tenantId, id);
    if (stored === null) throw new Error("the batch is gone");
    expect([failed, other].map((one) => wantsRetry(stored, one))).toEqual([true, false]);
    expect(stored.changes.at(-1)).toMatchObject({ ...by, change: "run what ended failed once more" });
  });

  it("runs single items once more, by their keys or by their jobs, and none of another batch", async () => {
    const id = await batch();
    const [first, second, third] = [await item(id), await item(id), await item(id)];
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
        "none of this batch",
      );
  });

  it("cannot be cancelled, paused, resumed or steered", async () => {
    const id = await batch();
    await end(id);
    for (const action of ["cancel", "pause", "resume"])
      expect((await refused(409, "POST", `/v1/batches/${id}/${action}`, { body: by })).code).toBe(
        "BatchState",
      );
    const body = { ...by, settings: { concurrency: 1 } };
    expect((await refused(409, "PATCH", `/v1/batches/${id}`, { body })).code).toBe("BatchState");
  });
});

describe("a batch's items", () => {
  it("are listed by outcome, error code, tag, model, task and status, by pages", async () => {
    const id = await batch();
    const [a, b, c] = [
      await item(id, { tags: ["smoke"] }),
      await item(id, { variant: "gpt" }, { outcome: "inconclusive", errorCode: "QueueTimeout" }),
      await item(id, { taskId: "z", status: "skipped", reason: "enough", attempts: [] }),
    ];
    const list = async (query: string) =>
      BatchItemPage.parse(await call("GET", `/v1/batches/${id}/jobs?${query}`));
    const keys = async (query: string) => (await list(query)).items.map(({ itemKey }) => itemKey);
    expect(await keys("")).toEqual([a, b, c].map(({ itemKey }) => itemKey));
    expect(await keys("outcome=failed")).toEqual([a.itemKey]);
    expect(await keys("errorCode=QueueTimeout")).toEqual([b.itemKey]);
    expect(await keys("tag=smoke")).toEqual([a.itemKey]);
    expect(await keys("model=gpt")).toEqual([b.itemKey]);
    expect(await keys("taskId=z")).toEqual([c.itemKey]);
    expect(await keys("status=skipped&taskId=a")).toEqual([]);
    const first = await list("limit=2");
    const cursor = encodeURIComponent(first.nextCursor ?? "");
    expect(await keys(`limit=2&cursor=${cursor}`)).toEqual([c.itemKey]);
    // A cursor is for its own batch and filter.
    await refused(400, "GET", `/v1/batches/${id}/jobs?limit=2&outcome=failed&cursor=${cursor}`);
    await refused(400, "GET", `/v1/batches/${await batch()}/jobs?cursor=${cursor}`);
    expect(JSON.stringify(first)).not.toContain(tenantId);
  });

  it.each([
    ["jsonl", '"itemKey":"'],
    ["csv", "line,taskId,variant"],
    ["junit", "<testcase "],
    ["json", '"schemaVersion": 1'],
  ])("come as %s behind a link", async (format, begun) => {
    const id = await batch();
    await item(id);
    const results = BatchResults.parse(await call("GET", `/v1/batches/${id}/results?format=${format}`));
    expect(results).toMatchObject({ format, complete: false });
    const text = await (await fetch(results.links.results ?? "")).text();
    expect(text).toContain(begun);
    await end(id);
    expect(await call("GET", `/v1/batches/${id}/results?format=${format}`)).toMatchObject({ complete: true });
  });

  it.each(["jsonl", "csv", "junit"])(
    "come as %s with whole links where it is said where they begin",
    async (format) => {
      const id = await batch();
      const { attempts } = await item(id);
      const asked = async (query: string) => {
        const { links } = BatchResults.parse(
          await call("GET", `/v1/batches/${id}/results?format=${format}${query}`),
        );
        return (await fetch(links.results ?? "")).text();
      };
      const page = encodeURIComponent("https://farm.example/batches/x?a=b");
      expect(await asked(`&page=${page}`)).toContain(`https://farm.example/jobs/${attempts[0]?.jobId}`);
      expect(await asked("")).not.toContain("/jobs/");
      await refused(400, "GET", `/v1/batches/${id}/results?format=${format}&page=javascript:alert(1)`);
    },
  );

  it.each(["jsonl", "csv", "junit"])("come as %s in the order of the file's lines", async (format) => {
    const id = await batch();
    // Keys mean nothing: these are the other way round.
    for (const [index, taskId] of ["task-3", "task-2", "task-1"].entries())
      await item(id, { taskId, line: 3 - index });
    const { links } = BatchResults.parse(await call("GET", `/v1/batches/${id}/results?format=${format}`));
    const text = await (await fetch(links.results ?? "")).text();
    expect(text.match(/task-\d/g)).toEqual(["task-1", "task-2", "task-3"]);
  });

  it("are nobody else's, and neither is the batch", async () => {
    const id = await batch();
    const tenant = "other";
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["PATCH", "", { ...by, pausedVariants: [] }],
      ["GET", "/jobs", undefined],
      ["GET", "/results", undefined],
      ["POST", "/cancel", by],
      ["POST", "/pause", by],
      ["POST", "/resume", by],
      ["POST", "/retry", { ...by, which: "all" }],
      ["POST", "/requeue", { ...by, jobIds: [jobIdOf(1)] }],
    ] as const)
      expect((await refused(404, method, `/v1/batches/${id}${path}`, { tenant, body })).code).toBe(
        "NotFound",
      );
    expect(await batchOf(id)).toMatchObject({ status: "running", changes: [] });
  });
});

it("finds a batch by its name, among however many", async () => {
  const { batchId } = await submitted({ name: "named", lines: [line("a")] });
  const found = async (query: string) =>
    BatchPage.parse(await call("GET", `/v1/batches?${query}`)).items.map((one) => one.batchId);
  expect(await found("name=named")).toEqual([batchId]);
  expect(await found("name=named&status=refused")).toEqual([]);
  expect(await found("name=nobody")).toEqual([]);
});

it("lists batches newest first, by pages and by status", async () => {
  const ids = [await batch(), await batch()];
  const page = BatchPage.parse(await call("GET", "/v1/batches?limit=2"));
  expect(page.items.map(({ batchId }) => batchId)).toEqual(ids.toReversed());
  const [first] = ids;
  if (first === undefined) throw new Error("there is no batch");
  await call("POST", `/v1/batches/${first}/pause`, by);
  const paused = BatchPage.parse(await call("GET", "/v1/batches?status=paused"));
  expect(paused.items.map(({ batchId }) => batchId)).toEqual([first]);
});
