import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-quota-"));
  const file = path.join(dir, "drover.config.mjs");
  const quotas = `{ jobsQueued: 2, tenants: { other: { submissionsPerMinute: 1 } } }`;
  await writeFile(file, `export default { quotas: ${quotas} };`);
  api = await startApi({ DROVER_CONFIG_FILE: file });
  await api.addPool("default", 34, "other");
});
afterAll(async () => {
  await api.close();
  await rm(dir, { recursive: true, force: true });
});

const submit = (key?: string, tenant?: string) =>
  callApi("POST", "/v1/jobs", {
    body: { task: "x" },
    ...(key === undefined ? {} : { headers: { "idempotency-key": key } }),
    ...(tenant === undefined ? {} : { tenant }),
  });

it("[fault D17] refuses a submission beyond the quota with 429 and when to come again, counts a repeated one once, and takes it when a job has ended", async () => {
  const first = await submit("one");
  expect(first.status).toBe(201);
  expect((await submit("one")).body).toMatchObject({ jobId: Object(first.body).jobId });
  expect((await submit("two")).status).toBe(201);
  const refused = await submit("three");
  expect(refused).toMatchObject({
    status: 429,
    headers: { "retry-after": "30" },
    body: { code: "QuotaExceeded", detail: expect.stringContaining("quotas.jobsQueued") },
  });
  expect((await callApi("GET", "/v1/quota")).body).toEqual({
    quota: { jobsQueued: 2 },
    ...{ jobsQueued: 2, batchJobsQueued: 0, jobsRunning: 0, submissionsThisMinute: 0 },
  });
  expect((await callApi("POST", `/v1/jobs/${Object(first.body).jobId}/cancel`)).status).toBe(200);
  // Its key is free again: nothing of it was stored.
  expect((await submit("three")).status).toBe(201);
});

it("counts the submissions of a minute, of each tenant by itself", async () => {
  expect((await submit(undefined, "other")).status).toBe(201);
  expect(await submit(undefined, "other")).toMatchObject({
    status: 429,
    headers: { "retry-after": "60" },
    body: { detail: expect.stringContaining("quotas.submissionsPerMinute") },
  });
  api.clock.now = new Date(api.clock.now.getTime() + 60_000);
  expect((await submit(undefined, "other")).status).toBe(201);
});
