import type { Quota } from "../../contracts/farm/quota.ts";
import { Job } from "../../contracts/job/job.ts";
import type { TenantId, Timestamp } from "../../contracts/values/ids.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { shardOf } from "../../rules/budget/budget-shards.ts";
import { countsJobs } from "../../rules/quota/quota-of.ts";
import { quotaShare, shardsFrom } from "../../rules/quota/quota-shards.ts";
import { createJobEntity } from "../jobs/job-entity.ts";
import { createMinuteEntity, createQuotaEntity, QuotaMinute, QuotaShard } from "../jobs/quota-entity.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { storageCall } from "../table/storage-call.ts";
import { checked } from "../table/stored.ts";
import { type TransactItem, transact } from "../table/transaction.ts";

/** `exists`: a job of this id is there, and nothing was counted. */
export type Admission = "stored" | "exists" | "jobsQueued" | "submissionsPerMinute";

export interface QuotaUse {
  readonly jobsQueued: number;
  readonly batchJobsQueued: number;
  readonly jobsRunning: number;
  readonly submissionsThisMinute: number;
}

/** Submissions at the same moment are in each other's way. */
const mostTries = 40;

/** UTC. */
const minuteOf = (at: Timestamp): string => at.slice(0, 16);

const partsOf = (access: TableAccess) => ({
  access,
  jobs: createJobEntity(access),
  shards: createQuotaEntity(access),
  minutes: createMinuteEntity(access),
});
type Parts = ReturnType<typeof partsOf>;

/** What a tenant has at once, counted with its jobs (docs/decisions/0135-quotas-are-counted-with-the-job.md). */
export const createQuotaRepository = (access: TableAccess) => operationsOn(partsOf(access), { admit, use });

/** In the shard of a bound, if it leaves so much. */
function countQueued(
  { shards }: Parts,
  { tenantId, batch }: Job,
  shard: number,
  bound: number | undefined,
): TransactItem {
  const write = shards.update({ tenantId, shard });
  if (batch !== undefined) return write.data((found, set) => set.add(found.batchQueued, 1, 0)).commit();
  const counted = write.data((found, set) => set.add(found.queued, 1, 0));
  if (bound === undefined) return counted.commit();
  const most = quotaShare(bound, shard) - 1;
  return counted
    .where((found, is) => `${is.notExists(found.queued)} OR ${is.lte(found.queued, most)}`)
    .commit();
}

function countSubmission(
  { minutes }: Parts,
  { tenantId, createdAt }: Job,
  shard: number,
  bound: number,
): TransactItem {
  const most = quotaShare(bound, shard) - 1;
  return minutes
    .update({ tenantId, minute: minuteOf(createdAt), shard })
    .data((found, set) => set.add(found.submissions, 1, 0))
    .where((found, is) => `${is.notExists(found.submissions)} OR ${is.lte(found.submissions, most)}`)
    .commit();
}

/**
 * Stores a new job and counts it, if the quota has room for it: all in one transaction, so that what is counted is there and what is
 * there is counted. A batch's job is refused by nothing: what waits in a batch is the batch's.
 */
async function admit(parts: Parts, job: Job, quota: Quota): Promise<Admission> {
  const item = checked(Job, job, "a new job");
  const first = shardOf(job.jobId);
  const isAlone = job.batch === undefined;
  const queuedIn = [...shardsFrom(first, isAlone ? quota.jobsQueued : undefined)];
  const { submissionsPerMinute } = quota;
  const minuteIn =
    isAlone && submissionsPerMinute !== undefined ? [...shardsFrom(first, submissionsPerMinute)] : [];
  const counts = countsJobs(quota);
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const [shard = 0] = queuedIn;
    const [minuteShard] = minuteIn;
    const writes = [
      parts.jobs.create(counts ? { ...item, quotaShard: shard } : item).commit(),
      ...(counts ? [countQueued(parts, job, shard, isAlone ? quota.jobsQueued : undefined)] : []),
      ...(minuteShard === undefined || submissionsPerMinute === undefined
        ? []
        : [countSubmission(parts, job, minuteShard, submissionsPerMinute)]),
    ];
    const { canceled, failed } = await storageCall("store the job", () =>
      transact(parts.access.dynamodb, writes),
    );
    if (!canceled) return "stored";
    if (failed[0] === true) return "exists";
    if (counts && failed[1] === true) {
      queuedIn.shift();
      if (queuedIn.length === 0) return "jobsQueued";
    }
    // The minute's is the last of the writes.
    if (minuteShard !== undefined && failed.at(-1) === true) {
      minuteIn.shift();
      if (minuteIn.length === 0) return "submissionsPerMinute";
    }
  }
  throw new DroverError("StorageUnavailable", "Too many jobs of the tenant are submitted at the same time.");
}

async function use({ shards, minutes }: Parts, tenantId: TenantId, at: Timestamp): Promise<QuotaUse> {
  const [counted, submitted] = await storageCall("read the use of the quota", () =>
    Promise.all([
      shards.query.primary({ tenantId }).go({ consistent: true, pages: "all" }),
      minutes.query.primary({ tenantId, minute: minuteOf(at) }).go({ consistent: true, pages: "all" }),
    ]),
  );
  const all = counted.data.map((found) => checked(QuotaShard, found, "a stored quota"));
  const sum = (name: "queued" | "batchQueued" | "running"): number =>
    all.reduce((total, shard) => total + shard[name], 0);
  return {
    jobsQueued: sum("queued"),
    batchJobsQueued: sum("batchQueued"),
    jobsRunning: sum("running"),
    submissionsThisMinute: submitted.data
      .map((found) => checked(QuotaMinute, found, "a stored minute").submissions)
      .reduce((total, count) => total + count, 0),
  };
}
