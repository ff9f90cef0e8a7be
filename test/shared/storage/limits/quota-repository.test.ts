import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Quota } from "#shared/contracts/farm/quota.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { DeviceId, HostId, TenantId } from "#shared/contracts/values/ids.ts";
import { quotaShare, shardsFrom } from "#shared/rules/quota/quota-shards.ts";
import { jobIdOf, sampleJob } from "../sample-records.ts";
import { startStorage, type TestStorage } from "../start-storage.ts";

const at = "2026-01-01T00:00:00.000Z";
let storage: TestStorage;
let tenants = 0;
let jobs = 0;
beforeAll(async () => {
  storage = await startStorage();
});
afterAll(() => storage.close());

const newTenant = (): TenantId => TenantId.parse(`tenant-${tenants++}`);
const newJob = (tenantId: TenantId, change: object = {}): Job =>
  sampleJob({ tenantId, jobId: jobIdOf(jobs++), createdAt: at, ...change });
const used = (tenantId: TenantId) => storage.repositories.quotas.use(tenantId, at);
const end = ({ tenantId, jobId }: Job) =>
  storage.repositories.jobs.finish({ tenantId, jobId, at, outcome: "failed", outcomeReason: "it is over" });
const claim = ({ tenantId, jobId }: Job, epoch: number, mostRunning?: number) =>
  storage.repositories.jobs.claim(
    {
      ...{ tenantId, jobId, acquisition: 1, leaseEpoch: epoch, at },
      deviceId: DeviceId.parse(`host-a.phone-${jobId}`),
      hostId: HostId.parse("host-a"),
    },
    mostRunning,
  );

it("the shares of a bound are the bound", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(7), (bound, first) => {
      const shards = shardsFrom(first, bound);
      expect(shards.reduce((sum, shard) => sum + quotaShare(bound, shard), 0)).toBe(bound);
    }),
  );
});

it("[fault D17] of submissions at once as many are taken as may wait, the counts go back as jobs run and end, and those that were refused left nothing", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        most: fc.integer({ min: 1, max: 6 }),
        running: fc.integer({ min: 1, max: 4 }),
        asked: fc.integer({ min: 1, max: 9 }),
      }),
      async ({ most, running, asked }) => {
        const tenantId = newTenant();
        const quota: Quota = { jobsQueued: most, jobsRunning: running };
        const submitted = Array.from({ length: asked }, () => newJob(tenantId));
        const answers = await Promise.all(
          submitted.map((job) => storage.repositories.quotas.admit(job, quota)),
        );
        const taken = submitted.filter((_job, index) => answers[index] === "stored");
        expect(taken).toHaveLength(Math.min(most, asked));
        expect(answers.filter((answer) => answer === "jobsQueued")).toHaveLength(asked - taken.length);
        expect(await used(tenantId)).toMatchObject({ jobsQueued: taken.length, jobsRunning: 0 });
        // Devices for all of them at once.
        const claims = await Promise.all(taken.map((job) => claim(job, 1, running)));
        const runs = claims.filter((answer) => answer !== null && answer !== "noRoom").length;
        expect(runs).toBe(Math.min(running, taken.length));
        expect(await used(tenantId)).toMatchObject({ jobsQueued: taken.length - runs, jobsRunning: runs });
        // Each end twice, as a repeated invocation writes it.
        await Promise.all(taken.flatMap((job) => [end(job), end(job)]));
        expect(await used(tenantId)).toMatchObject({ jobsQueued: 0, jobsRunning: 0 });
      },
    ),
    { numRuns: 12 },
  );
});

it("a job that is submitted again is counted once, and whoever came later finds the minute full", async () => {
  const tenantId = newTenant();
  const quota = { jobsQueued: 100, submissionsPerMinute: 2 };
  const { quotas } = storage.repositories;
  const first = newJob(tenantId);
  expect(await quotas.admit(first, quota)).toBe("stored");
  expect(await quotas.admit(first, quota)).toBe("exists");
  expect(await used(tenantId)).toMatchObject({ jobsQueued: 1, submissionsThisMinute: 1 });
  const rest = await Promise.all([1, 2, 3].map(() => quotas.admit(newJob(tenantId), quota)));
  expect(rest.toSorted()).toEqual(["stored", "submissionsPerMinute", "submissionsPerMinute"]);
  const next = newJob(tenantId, { createdAt: "2026-01-01T00:01:00.000Z" });
  expect(await quotas.admit(next, quota)).toBe("stored");
});

it("follows a job back to the queue and out of it again, and a cancelled one out", async () => {
  const tenantId = newTenant();
  const { quotas, jobs: repository } = storage.repositories;
  const quota = { jobsRunning: 1 };
  const [one, other] = [newJob(tenantId), newJob(tenantId)];
  for (const job of [one, other]) await quotas.admit(job, quota);
  expect(await claim(one, 1, 1)).toMatchObject({ status: "running" });
  // The very same claim again is no second job.
  expect(await claim(one, 1, 1)).toMatchObject({ status: "running" });
  expect(await claim(other, 1, 1)).toBe("noRoom");
  expect(await repository.requeue(one, 0, new Date(at))).toBe(true);
  expect(await used(tenantId)).toMatchObject({ jobsQueued: 2, jobsRunning: 0 });
  expect(await claim(other, 1, 1)).toMatchObject({ status: "running" });
  expect(await repository.cancel(tenantId, one.jobId, at)).toBe("cancelled");
  expect(await repository.cancel(tenantId, other.jobId, at)).toBe("requested");
  expect(await used(tenantId)).toMatchObject({ jobsQueued: 0, jobsRunning: 1 });
  await end(other);
  expect(await used(tenantId)).toMatchObject({ jobsQueued: 0, jobsRunning: 0 });
});

it("counts a batch's jobs among those that run, and lets them wait beside the bound", async () => {
  const tenantId = newTenant();
  const { quotas } = storage.repositories;
  const quota = { jobsQueued: 1, jobsRunning: 1, submissionsPerMinute: 1 };
  const batch = {
    batchId: "01J00000000000000000000000",
    itemKey: "0123456789abcdef0123",
    taskId: "a",
    variant: "v",
    epoch: 1,
    attempt: 1,
  };
  const inBatch = [newJob(tenantId, { batch }), newJob(tenantId, { batch })] as const;
  for (const job of inBatch) expect(await quotas.admit(job, quota)).toBe("stored");
  expect(await quotas.admit(newJob(tenantId), quota)).toBe("stored");
  expect(await used(tenantId)).toMatchObject({ jobsQueued: 1, batchJobsQueued: 2, submissionsThisMinute: 1 });
  expect(await claim(inBatch[0], 1, 1)).toMatchObject({ status: "running" });
  expect(await claim(inBatch[1], 1, 1)).toBe("noRoom");
});
