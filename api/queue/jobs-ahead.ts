import { KeptValues } from "#agent/runtime/kept-values.ts";
import type { Services } from "#agent/runtime/services.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobPriority } from "#shared/contracts/job/job-request.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";

type QueuedJob = Pick<Job, "jobId" | "poolQueueUrl" | "pool" | "requirements" | "priority">;

/** So many of a tenant's queued jobs are looked at, the oldest first. */
const mostCounted = 300;
const pageSize = 100;
/** Whoever follows a waiting job asks each second: the queue is read less often. */
const goodForMilliseconds = 2_000;
const queues = new KeptValues<{ readonly readAt: number; readonly jobs: Promise<readonly QueuedJob[]> }>(200);
const order: { readonly [Priority in JobPriority]: number } = { high: 0, normal: 1, low: 2 };

export interface JobsAhead {
  readonly ahead: number;
  /** There are more than were counted. */
  readonly isAtLeast: boolean;
}

/** How many jobs a host takes before this one from the same queue, as far as the order of SQS is known. */
export async function jobsAhead(
  job: Job,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<JobsAhead> {
  const queued = await queueOf(job.tenantId, now().getTime(), repositories);
  const ahead = queued.filter((other) => sharesQueue(other, job) && isBefore(other, job)).length;
  return { ahead, isAtLeast: queued.length >= mostCounted };
}

function queueOf(
  tenantId: TenantId,
  now: number,
  repositories: Services["repositories"],
): Promise<readonly QueuedJob[]> {
  const known = queues.get(tenantId);
  if (known !== undefined && now - known.readAt < goodForMilliseconds) return known.jobs;
  const jobs = readQueue(tenantId, repositories);
  queues.set(tenantId, { readAt: now, jobs });
  jobs.catch(() => queues.delete(tenantId));
  return jobs;
}

/** A job that names its device waits for it alone, in a queue of the device's own. */
const sharesQueue = (one: QueuedJob, other: QueuedJob): boolean =>
  one.pool === other.pool && one.requirements.deviceId === other.requirements.deviceId;

const isBefore = (one: QueuedJob, other: QueuedJob): boolean =>
  order[one.priority] === order[other.priority]
    ? one.jobId < other.jobId
    : order[one.priority] < order[other.priority];

async function readQueue(
  tenantId: TenantId,
  { jobs }: Services["repositories"],
): Promise<readonly QueuedJob[]> {
  const queued: Job[] = [];
  let cursor: string | undefined;
  do {
    const request = { limit: pageSize, ...(cursor === undefined ? {} : { cursor }) };
    const page = await jobs.listOldest(tenantId, "queued", request);
    queued.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined && queued.length < mostCounted);
  // A paused job takes no device, and a job with roles waits for others than itself.
  return queued.filter(
    ({ pauseRequestedAt, roles }) => pauseRequestedAt === undefined && roles === undefined,
  );
}
