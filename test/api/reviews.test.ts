import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { ReviewPage, ReviewQueue } from "#shared/contracts/api/routes/review-routes.ts";
import { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import { BatchStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { at, jobIdOf, sampleJob, tenantId } from "../shared/storage/sample-records.ts";
import { line, submitted } from "./batch-calls.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const ended = { status: "finished", finishedAt: at } as const;
const seed = (n: number, change: Record<string, unknown>) =>
  api.repositories.jobs.create(sampleJob({ jobId: jobIdOf(n), ...ended, ...change }));
const review = async (n: number, body: unknown) => {
  const answer = await callApi("POST", `/v1/jobs/${jobIdOf(n)}/reviews`, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const queue = async (): Promise<ReviewQueue["items"]> => {
  const all: ReviewQueue["items"] = [];
  let cursor = "";
  do {
    const answer = await callApi("GET", `/v1/reviews/queue?limit=2${cursor}`);
    const page = ReviewQueue.parse(answer.body);
    all.push(...page.items);
    cursor = page.nextCursor === undefined ? "" : `&cursor=${page.nextCursor}`;
  } while (cursor !== "");
  return all;
};

describe("reviewing", () => {
  it("lists contradictions of claim and verdict first, then what nobody has reviewed, newest first", async () => {
    await seed(1, { outcome: "failed", falseComplete: true });
    await seed(2, { outcome: "succeeded", falseComplete: false });
    await seed(3, { outcome: "cancelled" });
    await seed(4, { outcome: "succeeded", falseInfeasible: true });
    await seed(5, { outcome: "failed" });
    await api.repositories.jobs.create(sampleJob({ jobId: jobIdOf(6) }));
    expect((await queue()).map(({ jobId, contradiction }) => [jobId, contradiction])).toEqual([
      [jobIdOf(4), true],
      [jobIdOf(1), true],
      [jobIdOf(5), false],
      [jobIdOf(2), false],
    ]);
    await review(1, { verdict: "succeeded", by: "Ada" });
    expect((await queue()).map(({ jobId }) => jobId)).not.toContain(jobIdOf(1));
  });

  it("keeps every review with its author, labels and note; the job tells the last", async () => {
    await seed(11, { outcome: "failed" });
    const stepLabels = [{ stepNumber: 2, label: "wrong field" }];
    await review(11, { verdict: "succeeded", by: "Ada", stepLabels, note: "The surname is there." });
    await review(11, { verdict: "failed", by: "Ben" });
    const { items } = ReviewPage.parse((await callApi("GET", `/v1/jobs/${jobIdOf(11)}/reviews`)).body);
    expect(items).toMatchObject([
      { verdict: "failed", by: "Ben", stepLabels: [] },
      { verdict: "succeeded", by: "Ada", stepLabels, note: "The surname is there." },
    ]);
    const job = JobResponse.parse((await callApi("GET", `/v1/jobs/${jobIdOf(11)}`)).body);
    expect(job).toMatchObject({ outcome: "failed", review: { verdict: "failed", by: "Ben" } });
  });

  it("counts a person's verdict instead of the checks' in a batch's figures, and says so", async () => {
    const { batchId } = await submitted({ name: "b", lines: [line("a"), line("b")] });
    for (const [index, taskId] of ["a", "b"].entries()) {
      const itemKey = String(index).padStart(20, "0");
      const place = { batchId, itemKey, taskId, variant: "default", epoch: 1 };
      await seed(21 + index, { outcome: "failed", batch: { ...place, attempt: 1 } });
      const attempt = {
        jobId: jobIdOf(21 + index),
        attempt: 1,
        startedAt: at,
        endedAt: at,
        outcome: "failed",
      };
      const item = {
        schemaVersion: 1,
        tenantId,
        ...place,
        line: index + 1,
        status: "ended",
        attempts: [attempt],
      };
      await api.repositories.batchItems.addAll([BatchItem.parse(item)]);
    }
    await review(21, { verdict: "succeeded", by: "Ada" });
    await review(22, { verdict: "unsure", by: "Ada" });
    const { body } = await callApi("GET", `/v1/batches/${batchId}/statistics`);
    expect(BatchStatistics.parse(body).all).toMatchObject({
      success: { runs: 2, successes: 1 },
      reviewed: { runs: 1, overturned: 1 },
    });
    const { body: results } = await callApi("GET", `/v1/batches/${batchId}/results?format=jsonl`);
    const { links } = results as { readonly links: { readonly results: string } };
    const lines = (await (await fetch(links.results)).text()).trim().split("\n");
    expect(lines.map((text) => JSON.parse(text))).toMatchObject([
      { taskId: "a", outcome: "failed", review: { verdict: "succeeded", by: "Ada" } },
      { taskId: "b", review: { verdict: "unsure" } },
    ]);
    const { body: cells } = await callApi("GET", `/v1/batches/${batchId}/cells`);
    expect(cells).toMatchObject({ outcomes: ["succeeded", "failed"], outcome: [0, 1], reviewed: [0, 1] });
  });

  it("refuses one of a job that runs, without a verdict, of another tenant and without the scope", async () => {
    await seed(31, { outcome: "failed" });
    const body = { verdict: "failed" };
    const url = `/v1/jobs/${jobIdOf(31)}/reviews`;
    await api.repositories.jobs.create(sampleJob({ jobId: jobIdOf(32) }));
    expect((await refused(409, "POST", `/v1/jobs/${jobIdOf(32)}/reviews`, { body })).code).toBe("NotReady");
    expect((await refused(400, "POST", url, { body: { verdict: "perhaps" } })).code).toBe("InvalidRequest");
    expect((await refused(404, "POST", url, { body, tenant: "other" })).code).toBe("NotFound");
    expect((await refused(403, "POST", url, { body, scope: "jobs:read" })).code).toBe("Forbidden");
    expect((await callApi("GET", "/v1/reviews/queue", { tenant: "other" })).body).toMatchObject({
      items: [],
    });
  });
});
