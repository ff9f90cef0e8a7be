import { monotonicFactory } from "ulid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JobPage } from "#shared/contracts/api/responses/job-response.ts";
import { Batch } from "#shared/contracts/batch/batch.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import type { JobIndex } from "#shared/storage/jobs/job-index.ts";
import { searchJobs } from "#shared/storage/jobs/search-jobs.ts";
import { at, deviceId, sampleJob, tenantId } from "../shared/storage/sample-records.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
const newId = monotonicFactory();
const hour = (n: number): string => new Date(Date.parse(at) + n * 3_600_000).toISOString();
const batchId = monotonicFactory()(Date.parse(hour(2)));
const place = { batchId, itemKey: "0".repeat(20), taskId: "wake-up", variant: "lean", epoch: 1, attempt: 1 };
const ended = { status: "finished", finishedAt: at } as const;
const usage = { calls: 1, inputTokens: 10, outputTokens: 5 };
const jobs: Readonly<Record<string, Record<string, unknown>>> = {
  waits: { task: "Browse the shop" },
  alarm: {
    task: "Set an alarm",
    batch: place,
    stepCount: 9,
    usage: { ...usage, costUsd: 0.5, pricedCalls: 1 },
  },
  failed: { ...ended, task: "Call Ada", outcome: "failed", deviceId, stepCount: 2, apps: ["com.clock"] },
  lied: {
    ...{ ...ended, task: "Dim the lights", outcome: "failed", lastErrorCode: "LeaseLost", stepCount: 5 },
    outcomeReason: "setting global/wifi_on: expected 0, was 1",
    usage: { ...usage, costUsd: 0.25, pricedCalls: 1 },
  },
};
const idOf = new Map<string, string>();
const add = async (name: string, hours: number, change: Record<string, unknown> = {}): Promise<void> => {
  const jobId = newId(Date.parse(hour(hours)));
  idOf.set(name, jobId);
  await api.repositories.jobs.create(sampleJob({ ...change, jobId, createdAt: hour(hours) }));
};
beforeAll(async () => {
  api = await startApi();
  for (const [index, [name, change]] of Object.entries(jobs).entries()) await add(name, index + 1, change);
  const batch = {
    schemaVersion: 1,
    tenantId,
    batchId,
    name: "morning-run",
    status: "finished",
    lineCount: 1,
  };
  const settings = { settings: { concurrency: 1 }, manifest: [], createdAt: hour(2), finishedAt: hour(2) };
  await api.repositories.batches.create(Batch.parse({ ...batch, ...settings }));
});
afterAll(() => api.close());

const page = async (query: string) => {
  const answer = await callApi("GET", `/v1/jobs?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { items, nextCursor } = JobPage.parse(answer.body);
  return { names: items.map(({ jobId }) => [...idOf].find(([, id]) => id === jobId)?.[0]), nextCursor };
};
const found = async (query: string) => (await page(query)).names;

describe("a search for words", () => {
  it.each([
    ["the task", "text=ALARM", ["alarm"]],
    ["the device", `text=${deviceId}`, ["failed"]],
    ["an app", "text=com.clock", ["failed"]],
    ["the batch's name", "text=morning-run", ["alarm"]],
    ["the batch's id", `text=${batchId}`, ["alarm"]],
    ["the task's name in its batch", "text=wake-up", ["alarm"]],
    ["the reason", "text=expected+0", ["lied"]],
    ["the error code", "text=leaselost", ["lied"]],
    ["words of several of them", "text=lights+wifi_on", ["lied"]],
  ])("finds a job by %s", async (_what, query, names) => {
    expect(await found(query)).toEqual(names);
  });

  it("sees what a job came to after it was searched for", async () => {
    expect(await found("text=shop&status=finished")).toEqual([]);
    const [jobId] = [...idOf].flatMap(([name, id]) => (name === "waits" ? [id as JobId] : []));
    if (jobId === undefined) throw new Error("There is no such job.");
    await api.repositories.jobs.finish({
      tenantId,
      jobId,
      at,
      outcome: "cancelled",
      outcomeReason: "Enough.",
    });
    expect(await found("text=shop+enough&status=finished")).toEqual(["waits"]);
  });
});

describe("a sorted list", () => {
  it("has the largest or the smallest first, and jobs without a figure last either way", async () => {
    expect(await found("sort=-steps")).toEqual(["alarm", "lied", "failed", "waits"]);
    expect(await found("sort=task")).toEqual(["waits", "failed", "lied", "alarm"]);
    expect(await found("sort=cost")).toEqual(["lied", "alarm", "failed", "waits"]);
    expect(await found("sort=-cost")).toEqual(["alarm", "lied", "failed", "waits"]);
    expect(await found("sort=submitted&outcome=failed")).toEqual(["failed", "lied"]);
  });

  it("is sorted over all its pages, not page by page", async () => {
    const all: unknown[] = [];
    let cursor = "";
    do {
      const { names, nextCursor } = await page(`sort=-steps&limit=1${cursor}`);
      all.push(...names);
      cursor = nextCursor === undefined ? "" : `&cursor=${nextCursor}`;
    } while (cursor !== "");
    expect(all).toEqual(["alarm", "lied", "failed", "waits"]);
  });

  it("refuses a field that it cannot sort by, and another list's cursor", async () => {
    expect(await refused(400, "GET", "/v1/jobs?sort=colour")).toMatchObject({ errors: [{ field: "sort" }] });
    const { nextCursor } = await page("sort=steps&limit=1");
    const other = await refused(400, "GET", `/v1/jobs?sort=task&limit=1&cursor=${nextCursor}`);
    expect(other).toMatchObject({ errors: [{ field: "cursor" }] });
  });

  it("refuses to sort a part of more jobs than are looked at, and says how to narrow them", async () => {
    const index: JobIndex = async () => ({ jobs: [], looked: [], isCut: true });
    const parts = { index, now: () => new Date(), isKept: () => true, entity: {} as never };
    const search = {
      list: "x",
      status: undefined,
      filter: {},
      sort: "steps",
      within: {},
      limit: 20,
    } as const;
    await expect(searchJobs(parts, tenantId, search)).rejects.toMatchObject({
      code: "InvalidRequest",
      details: {
        errors: [{ field: "sort", value: "steps", message: expect.stringContaining("from, to or batchId") }],
      },
    });
  });

  it("shows nothing of another tenant", async () => {
    expect((await callApi("GET", "/v1/jobs?sort=-steps", { tenant: "other" })).body).toEqual({ items: [] });
  });
});
