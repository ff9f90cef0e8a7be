import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TenantId } from "#shared/contracts/values/ids.ts";
import type { JobClaim } from "#shared/storage/jobs/job-transitions.ts";
import { at, deviceId, hostId, jobIdOf, otherTenantId, sampleJob, tenantId } from "../sample-records.ts";
import { startStorage, type TestStorage } from "../start-storage.ts";
import { ended, storedJob } from "../stored-job.ts";

let storage: TestStorage;
let jobs: TestStorage["repositories"]["jobs"];
beforeAll(async () => {
  storage = await startStorage();
  jobs = storage.repositories.jobs;
});
afterAll(() => storage.close());

const newJob = (change: Record<string, unknown> = {}) => storedJob(jobs, change);
const claimOf = (jobId: JobClaim["jobId"], change: Partial<JobClaim> = {}): JobClaim => ({
  tenantId,
  jobId,
  acquisition: 1,
  deviceId,
  hostId,
  leaseEpoch: 1,
  at,
  ...change,
});

describe("storing a job", () => {
  it("gives back exactly what was stored", async () => {
    const job = await newJob({ validators: [{ kind: "foregroundApp", package: "com.android.settings" }] });
    expect(await jobs.get(tenantId, job.jobId)).toEqual(job);
  });

  it("leaves a stored job as it is when the same id is stored again", async () => {
    const job = await newJob();
    expect(await jobs.create({ ...job, task: "Something else" })).toBe(false);
    expect((await jobs.get(tenantId, job.jobId))?.task).toBe(job.task);
  });

  it("finds nothing under another tenant, though their names differ by case alone", async () => {
    const job = await newJob();
    expect(await jobs.get(otherTenantId, job.jobId)).toBeNull();
  });

  it("refuses to store what does not fit the contract", async () => {
    const job = { ...sampleJob({ jobId: jobIdOf(999) }), stepCount: -1 };
    await expect(jobs.create(job)).rejects.toMatchObject({ name: "SchemaMismatch" });
  });
});

describe("listing jobs", () => {
  it("walks every job once, newest first, at any page size", async () => {
    const tenant = TenantId.parse("lister");
    const ids = Array.from({ length: 7 }, (_, n) => jobIdOf(n + 1));
    for (const jobId of ids) await jobs.create(sampleJob({ jobId, tenantId: tenant }));
    const walk = async (limit: number) => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await jobs.list(tenant, { limit, cursor });
        seen.push(...page.items.map((job) => job.jobId));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return seen;
    };
    for (const limit of [1, 3, 7, 50]) expect(await walk(limit)).toEqual([...ids].reverse());
  });

  it("gives the largest page that can be asked for, though DynamoDB reads at most 100 items at once", async () => {
    const tenant = TenantId.parse("many");
    const ids = Array.from({ length: 105 }, (_, n) => jobIdOf(n + 1));
    await Promise.all(ids.map((jobId) => jobs.create(sampleJob({ jobId, tenantId: tenant }))));
    const page = await jobs.list(tenant, { limit: 100 });
    const rest = await jobs.list(tenant, { limit: 100, cursor: page.nextCursor });
    expect([page.items.length, rest.items.length]).toEqual([100, 5]);
    expect([...page.items, ...rest.items].map((job) => job.jobId)).toEqual([...ids].reverse());
  });

  it("lists one status alone, and a job moves between lists as it runs", async () => {
    const tenant = TenantId.parse("statuses");
    const jobId = jobIdOf(1);
    await jobs.create(sampleJob({ jobId, tenantId: tenant }));
    const ids = async (status: "queued" | "running" | "finished") =>
      (await jobs.list(tenant, { limit: 10, status })).items.map((job) => job.jobId);
    expect(await ids("queued")).toEqual([jobId]);
    await jobs.claim(claimOf(jobId, { tenantId: tenant }));
    expect([await ids("queued"), await ids("running")]).toEqual([[], [jobId]]);
    await jobs.finish({ ...ended(jobId), tenantId: tenant });
    expect([await ids("running"), await ids("finished")]).toEqual([[], [jobId]]);
  });

  it("refuses a cursor of another tenant, of another list, and any made-up text, naming the field", async () => {
    const tenant = TenantId.parse("cursors");
    for (const n of [1, 2]) await jobs.create(sampleJob({ jobId: jobIdOf(n), tenantId: tenant }));
    const { nextCursor: cursor } = await jobs.list(tenant, { limit: 1 });
    const refusal = { name: "InvalidRequest", details: { errors: [{ field: "cursor" }] } };
    await expect(jobs.list(tenantId, { limit: 1, cursor })).rejects.toMatchObject(refusal);
    await expect(jobs.list(tenant, { limit: 1, cursor, status: "queued" })).rejects.toMatchObject(refusal);
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), async (text) => {
        await expect(jobs.list(tenant, { limit: 1, cursor: text })).rejects.toMatchObject(refusal);
      }),
    );
  });
});

describe("claiming a job", () => {
  it("lets exactly one of many hosts have it", async () => {
    const { jobId } = await newJob();
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, n) => jobs.claim(claimOf(jobId, { leaseEpoch: n + 1 }))),
    );
    expect(claims.filter((job) => job !== null)).toHaveLength(1);
    expect(claims.find((job) => job !== null)).toMatchObject({ status: "running", startedAt: at, deviceId });
  });

  it("answers the same claim again, so that a host may repeat it after a lost reply", async () => {
    const { jobId } = await newJob();
    await jobs.claim(claimOf(jobId));
    expect(await jobs.claim(claimOf(jobId, { at: "2026-01-01T00:01:00.000Z" }))).toMatchObject({
      startedAt: at,
    });
  });

  it("follows a later acquisition and ignores a late message of an earlier one", async () => {
    const { jobId } = await newJob();
    await jobs.claim(claimOf(jobId));
    expect(await jobs.claim(claimOf(jobId, { acquisition: 2, leaseEpoch: 7 }))).toMatchObject({
      acquisition: 2,
      leaseEpoch: 7,
    });
    expect(await jobs.claim(claimOf(jobId, { acquisition: 1, leaseEpoch: 8 }))).toBeNull();
  });

  it("refuses a job that is to be cancelled, is finished or does not exist", async () => {
    const running = await newJob();
    await jobs.claim(claimOf(running.jobId));
    await jobs.cancel(tenantId, running.jobId, at);
    expect(await jobs.claim(claimOf(running.jobId, { acquisition: 2 }))).toBeNull();
    const over = await newJob();
    await jobs.finish(ended(over.jobId));
    expect(await jobs.claim(claimOf(over.jobId))).toBeNull();
    expect(await jobs.claim(claimOf(jobIdOf(9_999)))).toBeNull();
  });
});

describe("cancelling a job", () => {
  it("ends a waiting job at once, asks a running one, and says that a finished one is", async () => {
    const { jobId } = await newJob();
    expect(await jobs.cancel(tenantId, jobId, at)).toBe("cancelled");
    expect(await jobs.get(tenantId, jobId)).toMatchObject({ status: "finished", outcome: "cancelled" });
    expect(await jobs.cancel(tenantId, jobId, at)).toBe("finished");
    const running = await newJob();
    await jobs.claim(claimOf(running.jobId));
    expect(await jobs.cancel(tenantId, running.jobId, at)).toBe("requested");
    expect(await jobs.get(tenantId, running.jobId)).toMatchObject({
      status: "running",
      cancelRequestedAt: at,
    });
    expect(await jobs.cancel(tenantId, jobIdOf(9_999), at)).toBeNull();
  });

  it("wins or loses against a claim, never both", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { jobId } = await newJob();
      const [claimed, cancelled] = await Promise.all([
        jobs.claim(claimOf(jobId)),
        jobs.cancel(tenantId, jobId, at),
      ]);
      expect(cancelled).toBe(claimed === null ? "cancelled" : "requested");
    }
  });
});
