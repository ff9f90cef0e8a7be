import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { jobPrefix, trajectoryKey } from "#shared/contracts/farm/keys.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { jobIdOf, sampleJob, sampleStep, tenantId } from "../../shared/storage/sample-records.ts";
import { callApi, refused } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const startedAt = new Date("2026-03-01T00:00:00.000Z");
const later = (days: number): Date => new Date(startedAt.getTime() + days * 86_400_000);
beforeEach(() => {
  api.clock.now = startedAt;
});

let count = 500;
async function endedJob(finishedAt: Date): Promise<JobId> {
  const jobId = jobIdOf(++count);
  const at = finishedAt.toISOString();
  await api.repositories.jobs.create(sampleJob({ jobId, status: "finished", createdAt: at, finishedAt: at }));
  await api.repositories.steps.put(sampleStep({ jobId }));
  await api.storage.artifacts.put(trajectoryKey(tenantId, jobId), "{}", "application/json");
  return jobId;
}

async function leftOf(jobId: JobId) {
  const { clients, tableName, artifacts } = api.storage;
  const { Items = [] } = await clients.dynamodb.send(new ScanCommand({ TableName: tableName }));
  const objects = await artifacts.list(jobPrefix(tenantId, jobId));
  return { items: Items.filter((item) => item.jobId === jobId).length, objects: objects.length };
}

it("says that a job was kept long enough, and lists it no more, before the table deletes it", async () => {
  const jobId = await endedJob(startedAt);
  api.clock.now = later(29.9);
  expect((await callApi("GET", `/v1/jobs/${jobId}`)).status).toBe(200);
  api.clock.now = later(30);
  const problem = await refused(404, "GET", `/v1/jobs/${jobId}/steps`);
  expect(problem).toMatchObject({
    code: "NotFound",
    detail: expect.stringContaining("have expired: they were kept for 30 days after its end"),
  });
  const { body } = await callApi("GET", "/v1/jobs?limit=100");
  expect(JSON.stringify(body)).not.toContain(jobId);
});

it("removes an ended job with its steps and all its artifacts", async () => {
  const jobId = await endedJob(startedAt);
  expect(await leftOf(jobId)).toEqual({ items: 2, objects: 1 });
  await refused(404, "DELETE", `/v1/jobs/${jobId}`, { tenant: "other" });
  expect(await leftOf(jobId)).toEqual({ items: 2, objects: 1 });
  expect((await callApi("DELETE", `/v1/jobs/${jobId}`)).body).toEqual({ jobId });
  expect(await leftOf(jobId)).toEqual({ items: 0, objects: 0 });
});

it("does not remove a job that has not ended", async () => {
  const jobId = jobIdOf(++count);
  await api.repositories.jobs.create(sampleJob({ jobId, status: "running" }));
  expect((await refused(409, "DELETE", `/v1/jobs/${jobId}`)).code).toBe("NotReady");
  expect((await leftOf(jobId)).items).toBe(1);
});

it("prunes what ended before a time, page by page, and only counts it when asked to", async () => {
  const prune = async (dryRun: boolean): Promise<number> => {
    let [removed, cursor]: [number, string | undefined] = [0, undefined];
    do {
      const request = { endedBefore: later(1).toISOString(), dryRun, ...(cursor && { cursor }) };
      const { body } = await callApi("POST", "/v1/jobs/prune", { body: request });
      const page = body as { removed: number; nextCursor?: string };
      removed += page.removed;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return removed;
  };
  await prune(false);
  const old = await Promise.all(Array.from({ length: 30 }, () => endedJob(startedAt)));
  const kept = await endedJob(later(2));
  expect(await prune(true)).toBe(30);
  expect((await leftOf(old[0] as JobId)).items).toBe(2);
  expect(await prune(false)).toBe(30);
  expect(await leftOf(old[29] as JobId)).toEqual({ items: 0, objects: 0 });
  expect((await leftOf(kept)).items).toBe(2);
});
