import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BatchItemPage, BatchPage, BatchResults } from "#shared/contracts/api/responses/batch-response.ts";
import { jobIdOf, tenantId } from "../shared/storage/sample-records.ts";
import { batchOf, line, submitted } from "./batch-calls.ts";
import { batch, by, call, end, item } from "./batch-under-test.ts";
import { refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("a batch's items", () => {
  it("are listed by outcome, error code, tag, model, task and status, by pages", async () => {
    const id = await batch();
    const [a, b, c] = [
      await item(api, id, { tags: ["smoke"] }),
      await item(api, id, { variant: "gpt" }, { outcome: "inconclusive", errorCode: "QueueTimeout" }),
      await item(api, id, { taskId: "z", status: "skipped", reason: "enough", attempts: [] }),
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
    await item(api, id);
    const results = BatchResults.parse(await call("GET", `/v1/batches/${id}/results?format=${format}`));
    expect(results).toMatchObject({ format, complete: false });
    const text = await (await fetch(results.links.results ?? "")).text();
    expect(text).toContain(begun);
    await end(api, id);
    expect(await call("GET", `/v1/batches/${id}/results?format=${format}`)).toMatchObject({ complete: true });
  });

  it.each(["jsonl", "csv", "junit"])(
    "come as %s with whole links where it is said where they begin",
    async (format) => {
      const id = await batch();
      const { attempts } = await item(api, id);
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
      await item(api, id, { taskId, line: 3 - index });
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
