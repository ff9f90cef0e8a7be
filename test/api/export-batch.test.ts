import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExportAnswer } from "#shared/contracts/api/routes/export-routes.ts";
import { observationKey } from "#shared/contracts/farm/keys.ts";
import type { BatchId } from "#shared/contracts/values/ids.ts";
import { onePixel } from "../shared/rules/export/sample-export.ts";
import { item } from "../shared/rules/statistics/items.ts";
import { at, jobIdOf, sampleJob, sampleStep, tenantId } from "../shared/storage/sample-records.ts";
import { submitted } from "./batch-calls.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
let batchId: BatchId;

async function addEnded(n: number, outcome: "succeeded" | "failed", action: string): Promise<void> {
  const jobId = jobIdOf(n);
  const { jobs, steps, batchItems } = api.repositories;
  const claim = { status: "success" };
  const judged = { outcome, claim, falseComplete: outcome === "failed" };
  await jobs.create(sampleJob({ ...judged, jobId, status: "finished", stepCount: 1, finishedAt: at }));
  await steps.put(sampleStep({ jobId, actions: [{ action: { action } }] }));
  const last = { jobId, steps: 1, falseComplete: outcome === "failed" };
  await batchItems.change(null, item({ taskId: `t${n}`, batchId, tenantId, outcomes: [outcome], last }));
}

beforeAll(async () => {
  api = await startApi();
  ({ batchId } = await submitted({ name: "nightly", lines: [{ taskId: "t1", request: { task: "x" } }] }));
  await addEnded(1, "succeeded", "home");
  await addEnded(2, "succeeded", "home");
  await addEnded(3, "failed", "back");
});
afterAll(() => api.close());

const exportOf = async (query: string) => {
  const answer = await callApi("GET", `/v1/batches/${batchId}/export?${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const made = ExportAnswer.parse(answer.body);
  const response = await fetch(made.links.export ?? "");
  return { ...made, text: await response.text() };
};

describe("exporting a batch by the API", () => {
  it("[spec I7.3] writes the jobs that are chosen, and says of a batch that runs that there may be more", async () => {
    const all = await exportOf("format=androidworld");
    expect(all).toMatchObject({ jobs: 3, complete: false, redaction: { clean: true } });
    const rows = async (query: string) => {
      const { text } = await exportOf(`format=androidworld&${query}`);
      return JSON.parse(text).map(({ aux_data }: { aux_data: { job_id: string } }) => aux_data.job_id.at(-1));
    };
    expect((await rows("only=failed")).sort()).toEqual(["3"]);
    expect((await rows("agree=true")).sort()).toEqual(["1", "2"]);
    expect(await rows("only=succeeded&dedupe=true")).toHaveLength(1);
    expect(await rows("maxSteps=0")).toEqual([]);
  });

  it("names a link to each job where it is said where they begin", async () => {
    const { text } = await exportOf(`format=junit&page=${encodeURIComponent("https://farm.example")}`);
    expect(text.match(/name="link" value="https:\/\/farm\.example\/jobs\/[0-9A-Z]{26}"/g)).toHaveLength(3);
  });

  it("gives results of the chosen alone, and a folder as a zip", async () => {
    const { text } = await exportOf("format=csv&only=failed");
    expect(text.trimEnd().split("\n")).toHaveLength(2);
    const { text: zipped, fileName } = await exportOf("format=markdown");
    expect(zipped.startsWith("PK")).toBe(true);
    expect(fileName).toBe(`drover-${batchId}-markdown.zip`);
  });

  it("stores an export that is as large as a function may make it", async () => {
    const key = observationKey(tenantId, jobIdOf(1), 1, "c", "screenshot.png");
    const parts = Array.from({ length: 4 }, (_, part) => key.replace("/c/", `/c${part}/`));
    // Noise is not packed any smaller.
    for (const part of parts)
      await api.storage.artifacts.put(part, Buffer.concat([onePixel, randomBytes(7_000_000)]), "image/png");
    const { bytes, links } = await exportOf("format=zip&only=succeeded");
    expect(bytes).toBeGreaterThan(28_000_000);
    expect((await (await fetch(links.export ?? "")).arrayBuffer()).byteLength).toBe(bytes);
  });

  it("refuses what is larger than a function holds, and what is of another tenant", async () => {
    for (const step of [1, 2, 3, 4, 5]) {
      const key = observationKey(tenantId, jobIdOf(3), step, "c", "hierarchy.xml");
      await api.storage.artifacts.put(key, Buffer.alloc(10_200_000, " "), "application/xml");
    }
    const problem = await refused(422, "GET", `/v1/batches/${batchId}/export?format=zip`);
    expect(problem).toMatchObject({
      code: "ExportRefused",
      detail: expect.stringContaining("larger than 48 MB"),
    });
    await refused(404, "GET", `/v1/batches/${batchId}/export?format=json`, { tenant: "other" });
  });
});
