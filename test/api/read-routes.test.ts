import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DebugRecords } from "#shared/contracts/api/debug-records.ts";
import { ErrorPage } from "#shared/contracts/api/responses/error-response.ts";
import { JobPage, JobResponse, PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { StepPage } from "#shared/contracts/api/responses/step-response.ts";
import { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { debugKey, observationKey } from "#shared/contracts/farm/keys.ts";
import {
  at,
  deviceId,
  hostId,
  jobIdOf,
  sampleError,
  sampleFacts,
  sampleJob,
  sampleObservation,
  sampleStep,
  tenantId,
} from "../shared/storage/sample-records.ts";
import { callApi, refused } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
const jobId = jobIdOf(1);
const screenshotKey = observationKey(tenantId, jobId, 1, "c", "screenshot.png");
beforeAll(async () => {
  api = await startApi();
  const { jobs, steps, errors, devices } = api.repositories;
  for (const n of [1, 2, 3]) await jobs.create(sampleJob({ jobId: jobIdOf(n) }));
  await api.storage.artifacts.put(screenshotKey, "pixels", "image/png");
  await steps.put(sampleStep({ jobId, after: sampleObservation({ screenshotKey }) }));
  await errors.put(sampleError({ jobId, screenshotKey }));
  await devices.register(sampleFacts(), at);
});
afterAll(() => api.close());

const ok = async (method: string, url: string) => {
  const answer = await callApi(method, url);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

describe("reading jobs", () => {
  it("[spec C7] links from a job, its steps and its errors to the pictures, without a token and for five minutes", async () => {
    const job = JobResponse.parse(await ok("GET", `/v1/jobs/${jobId}`));
    const steps = StepPage.parse(await ok("GET", `/v1/jobs/${jobId}/steps`));
    const errors = ErrorPage.parse(await ok("GET", "/v1/errors"));
    for (const links of [job.links, steps.items[0]?.links, errors.items[0]?.links]) {
      const link = new URL(String(links?.screenshot));
      expect(link.searchParams.get("X-Amz-Expires")).toBe("300");
      expect(await (await fetch(link)).text()).toBe("pixels");
    }
  });

  it("says of each action of a step in words what it does", async () => {
    const { items } = StepPage.parse(await ok("GET", `/v1/jobs/${jobId}/steps`));
    expect(items[0]?.actions[0]?.words).toMatch(/^tap\b/);
  });

  it("links to what a job with debug kept, by step, and to nothing of another job", async () => {
    const key = debugKey(tenantId, jobId, 3, "predict-1");
    await api.storage.artifacts.put(key, "{}", "application/json");
    const { items } = DebugRecords.parse(await ok("GET", `/v1/jobs/${jobId}/debug`));
    expect(items.map(({ name }) => name)).toEqual(["step-0003/predict-1"]);
    expect(await (await fetch(items[0]?.links.record ?? "")).text()).toBe("{}");
    expect(await ok("GET", `/v1/jobs/${jobIdOf(2)}/debug`)).toEqual({ items: [] });
    expect((await callApi("GET", `/v1/jobs/${jobIdOf(99)}/debug`)).status).toBe(404);
  });

  it("[spec C7] lists the errors of one job alone, and of an error-free one none", async () => {
    expect(ErrorPage.parse(await ok("GET", `/v1/errors?jobId=${jobId}`)).items).toMatchObject([{ jobId }]);
    expect(await ok("GET", `/v1/errors?jobId=${jobIdOf(2)}`)).toEqual({ items: [] });
  });

  it("keeps what runs a job to the farm: queues, executions, leases and keys", async () => {
    const inner = ["poolQueueUrl", "executionArn", "acquisition", "leaseEpoch", "trajectoryKey"];
    const { items } = (await ok("GET", "/v1/jobs")) as { readonly items: readonly object[] };
    const one = (await ok("GET", `/v1/jobs/${jobId}`)) as object;
    const names = [one, ...items].flatMap((job) => Object.keys(job));
    expect(names.filter((name) => inner.includes(name))).toEqual([]);
    expect(names).toContain("task");
  });

  it("walks the errors of one job by their cursors", async () => {
    for (const n of [7, 8]) await api.repositories.errors.put(sampleError({ jobId, errorId: jobIdOf(n) }));
    const first = ErrorPage.parse(await ok("GET", `/v1/errors?jobId=${jobId}&limit=2`));
    const rest = ErrorPage.parse(
      await ok("GET", `/v1/errors?jobId=${jobId}&limit=2&cursor=${first.nextCursor}`),
    );
    expect([...first.items, ...rest.items].map(({ errorId }) => errorId)).toEqual([8, 7, 1].map(jobIdOf));
  });

  it("links to files that a browser saves and does not show", async () => {
    const { links } = JobResponse.parse(await ok("GET", `/v1/jobs/${jobId}`));
    const { searchParams } = new URL(String(links.screenshot));
    expect(searchParams.get("response-content-disposition")).toBe('attachment; filename="screenshot.png"');
    expect(searchParams.get("response-content-type")).toBeNull();
  });

  it("links to what a browser could run as to text, and the store sends it so", async () => {
    const key = observationKey(tenantId, jobId, 1, "c", "screenshot.png").replace(/[^/]*$/, "report.html");
    await api.storage.artifacts.put(key, "<script>alert(1)</script>", "text/html");
    const { headers } = await fetch(await api.storage.artifacts.link(tenantId, key, 60));
    expect([headers.get("content-type"), headers.get("content-disposition")]).toEqual([
      "text/plain; charset=utf-8",
      'attachment; filename="report.html"',
    ]);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("walks the list by its cursors, newest first", async () => {
    const first = JobPage.parse(await ok("GET", "/v1/jobs?limit=2"));
    const rest = JobPage.parse(await ok("GET", `/v1/jobs?limit=2&cursor=${first.nextCursor}`));
    expect([...first.items, ...rest.items].map((job) => job.jobId)).toEqual([3, 2, 1].map(jobIdOf));
    expect(rest.nextCursor).toBeUndefined();
  });

  it("lists the devices, offline while no host of theirs is known", async () => {
    expect(await ok("GET", "/v1/devices")).toMatchObject({ items: [{ deviceId, state: "offline" }] });
  });
});

describe("another tenant", () => {
  it.each([
    ["GET", `/v1/jobs/${jobId}`],
    ["POST", `/v1/jobs/${jobId}/cancel`],
    ["GET", `/v1/jobs/${jobId}/steps`],
    ["GET", `/v1/jobs/${jobId}/trajectory`],
    ["GET", `/v1/device/${deviceId}/ui-tree`],
  ])("does not find %s %s", async (method, url) => {
    expect((await refused(404, method, url, { tenant: "other" })).code).toBe("NotFound");
    expect((await api.repositories.jobs.get(tenantId, jobId))?.status).toBe("queued");
  });

  it.each(["/v1/jobs", "/v1/errors", "/v1/devices"])("sees nothing of %s", async (url) => {
    expect((await callApi("GET", url, { tenant: "other" })).body).toEqual({ items: [] });
  });
});

describe("cancelling and the end", () => {
  it("cancels a waiting job at once, and says of an ended one that it has ended", async () => {
    const url = `/v1/jobs/${jobIdOf(2)}/cancel`;
    expect(PublicJob.parse(await ok("POST", url))).toMatchObject({
      status: "finished",
      outcome: "cancelled",
    });
    expect(await refused(409, "POST", url)).toMatchObject({ code: "JobFinished" });
  });

  it("asks a running job to end", async () => {
    const { jobs } = api.repositories;
    await jobs.claim({ tenantId, jobId: jobIdOf(3), acquisition: 1, deviceId, hostId, leaseEpoch: 1, at });
    expect(await ok("POST", `/v1/jobs/${jobIdOf(3)}/cancel`)).toMatchObject({
      status: "running",
      cancelRequestedAt: at,
    });
  });

  it("[spec I7.3] gives the trajectory of an ended job, also of one that never ran, and of no other", async () => {
    expect((await refused(409, "GET", `/v1/jobs/${jobId}/trajectory`)).code).toBe("NotReady");
    const url = `/v1/jobs/${jobIdOf(2)}/trajectory`;
    expect(Trajectory.parse(await ok("GET", url))).toMatchObject({
      job: { outcome: "cancelled" },
      steps: [],
    });
    const trajectoryKey = `tenants/${tenantId}/jobs/${jobId}/trajectory.json`;
    const end = { tenantId, jobId, at, outcome: "succeeded", outcomeReason: "x", trajectoryKey } as const;
    const job = await api.repositories.jobs.finish(end);
    const stored = { schemaVersion: 1, exportedAt: at, job, steps: [], errors: [] };
    const trajectory = { ...stored, completeness: { complete: true, missing: [] } };
    await api.storage.artifacts.put(trajectoryKey, JSON.stringify(trajectory), "application/json");
    expect(await ok("GET", `/v1/jobs/${jobId}/trajectory`)).toEqual(JSON.parse(JSON.stringify(trajectory)));
  });

  it("redirects to a trajectory that is too large for an answer", async () => {
    const large = jobIdOf(9);
    const trajectoryKey = `tenants/${tenantId}/jobs/${large}/trajectory.json`;
    await api.repositories.jobs.create(
      sampleJob({ jobId: large, status: "finished", outcome: "failed", trajectoryKey }),
    );
    await api.storage.artifacts.put(trajectoryKey, `"${"x".repeat(5_000_001)}"`, "application/json");
    const answer = await callApi("GET", `/v1/jobs/${large}/trajectory`);
    expect(answer.status).toBe(303);
    expect((await fetch(String(answer.headers.location))).ok).toBe(true);
  });
});
