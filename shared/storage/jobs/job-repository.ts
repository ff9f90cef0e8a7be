import type { JobFilter, JobSort, TimeWindow } from "../../contracts/api/job-filter.ts";
import { Job, JobOutcome, type JobStatus } from "../../contracts/job/job.ts";
import { type BatchId, JobId, type TenantId } from "../../contracts/values/ids.ts";
import { asksForEnded, fitsFilter } from "../../rules/job-filter.ts";
import { keptUntil, oldestKept } from "../../rules/retention.ts";
import { dayBeforeId, idsWithin } from "../../values/ids-within.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { readFilteredPage } from "../table/read-filtered-page.ts";
import { readPage } from "../table/read-page.ts";
import { readItem, wrote } from "../table/storage-call.ts";
import { checked } from "../table/stored.ts";
import type { TableWrite } from "../table/transaction.ts";
import { createJobEntity, type JobEntity, parseJob } from "./job-entity.ts";
import { createJobFactsRows, type JobFactsRows } from "./job-facts-rows.ts";
import { createJobIndex, type JobIndex } from "./job-index.ts";
import { createJobNotes } from "./job-notes.ts";
import { createJobSpending } from "./job-spending.ts";
import { createJobSteering } from "./job-steering.ts";
import { createJobTransitions } from "./job-transitions.ts";
import { createJobUsage } from "./job-usage.ts";
import { createJobRemoval } from "./remove-job.ts";
import { searchJobs } from "./search-jobs.ts";

export function createJobRepository(access: TableAccess) {
  const entity = createJobEntity(access);
  const rows = createJobFactsRows(access);
  const index = createJobIndex({
    ...{ entity, rows, now: access.now },
    batchName: async (tenantId, batchId) => {
      const { createBatchRepository } = await import("../batches/batch-repository.ts");
      return (await createBatchRepository(access).get(tenantId, batchId))?.name;
    },
  });
  return {
    ...operationsOn({ entity, index, rows, ...access }, { create, creating, get, list, listOldest }),
    ...createJobNotes({ entity, rows, ...access }),
    ...createJobUsage({ entity, rows, ...access }),
    ...createJobSpending(entity),
    ...createJobSteering(entity),
    ...createJobTransitions(access, entity),
    ...createJobRemoval(access, rows),
    newestFacts: rows.newest,
  };
}

type Parts = TableAccess & {
  readonly entity: JobEntity;
  readonly index: JobIndex;
  readonly rows: JobFactsRows;
};

/** What has been kept long enough is no longer there for readers; the table deletes it later. */
const isKept = (
  { retention, now }: Parts,
  { tenantId, finishedAt }: Pick<Job, "tenantId" | "finishedAt">,
): boolean => finishedAt === undefined || keptUntil(retention, tenantId, finishedAt) > now().toISOString();

/** For a write with another. Of a job that has not ended. */
const creating = async ({ entity }: Parts, job: Job): Promise<TableWrite> =>
  entity.create(checked(Job, job, "a new job"));

/** False when the job exists already; the stored one stays as it is. */
async function create({ entity, rows }: Parts, job: Job): Promise<boolean> {
  const isNew = await wrote("store the job", () => entity.create(checked(Job, job, "a new job")).go());
  if (isNew && job.status === "finished") await rows.keep(job);
  return isNew;
}

const get = ({ entity }: Parts, tenantId: TenantId, jobId: JobId) =>
  readItem("read the job", parseJob, entity.get({ tenantId, jobId }));

/** Newest first, or as `sort` says. `within`: no job of another time is looked at. */
async function list(
  parts: Parts,
  tenantId: TenantId,
  { status, filter, sort, within = {}, ...request }: JobListRequest,
): Promise<Page<Job>> {
  if (sort !== undefined || filter?.text !== undefined) {
    const list = `${listName(tenantId, status, filter)}/sort=${sort ?? ""}`;
    const since = sinceBatch(within, filter?.batchId);
    const search = { ...request, list, status, filter: filter ?? {}, sort, within: since };
    const keptSince = oldestKept(parts.retention, tenantId, parts.now());
    return searchJobs(
      { ...parts, isKept: ({ finishedAt = keptSince }) => finishedAt >= keptSince },
      tenantId,
      search,
    );
  }
  const statusAsked = status ?? (filter !== undefined && asksForEnded(filter) ? "finished" : undefined);
  const list = listName(tenantId, statusAsked, filter);
  const cursorAfter = (job: Job): string => encodeCursor(list, job.jobId);
  const { outcome: shown, batchId } = filter ?? {};
  const outcome = shown === "unverified" ? "succeeded" : shown;
  const asked = { tenantId, status: statusAsked, outcome, list, within: sinceBatch(within, batchId) };
  const read = (page: PageRequest) => readJobs(parts.entity, asked, page);
  const fits = (job: Job): boolean => isKept(parts, job) && (filter === undefined || fitsFilter(job, filter));
  return readFilteredPage({ request, read, cursorAfter, fits });
}

/** Those of a status in the order of their submission, the oldest first. */
async function listOldest(
  { entity }: Parts,
  tenantId: TenantId,
  status: JobStatus,
  request: PageRequest,
): Promise<Page<Job>> {
  const list = `${tenantId}/jobs/oldest/${status}`;
  const after = request.cursor === undefined ? undefined : decodeCursor(list, request.cursor, JobId);
  const from = listOf(entity, { tenantId, status }, (all) =>
    after === undefined ? all : all.gt({ jobId: after }),
  );
  return readPage({
    operation: "list the oldest jobs",
    request,
    find: (limit) => from.go({ order: "asc", limit, hydrate: true }),
    parse: parseJob,
    place: (job) => job.jobId,
    newestFirst: false,
    cursorAfter: (job) => encodeCursor(list, job.jobId),
  });
}

interface JobListRequest extends PageRequest {
  readonly status?: JobStatus | undefined;
  readonly filter?: JobFilter;
  readonly sort?: JobSort | undefined;
  readonly within?: TimeWindow;
}

/** Names what is listed: a cursor of another list, filter or tenant is refused. */
function listName(tenantId: TenantId, status: JobStatus | undefined, filter: JobFilter = {}): string {
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined);
  const words = asked.map(([name, value]) => `/${name}=${value}`).sort();
  return `${tenantId}/jobs/${status ?? "all"}${words.join("")}`;
}

type JobKeys = ReturnType<JobEntity["query"]["byTenant"]>;

interface AskedJobs {
  readonly tenantId: TenantId;
  readonly status: JobStatus | undefined;
  readonly outcome?: JobOutcome | undefined;
}

/** Jobs that have ended are listed by outcome, and those of before there were such lists by their status alone. */
function listOf(
  entity: JobEntity,
  { tenantId, status, outcome }: AskedJobs,
  within: (all: JobKeys) => JobKeys,
): JobKeys {
  const { byTenant, byStatus, byOutcome } = entity.query;
  if (status === undefined) return within(byTenant({ tenantId }));
  const all = within(byStatus({ tenantId, status }));
  if (status !== "finished") return all;
  const outcomes = outcome === undefined ? JobOutcome.options : [outcome];
  return all.with(outcomes.map((one) => within(byOutcome({ tenantId, status, outcome: one }))));
}

/** A batch is older than its jobs: none of before it is looked at. */
function sinceBatch(within: TimeWindow, batchId: BatchId | undefined): TimeWindow {
  const since = batchId === undefined ? "" : dayBeforeId(batchId);
  return since > (within.from ?? "") ? { ...within, from: since } : within;
}

interface JobList extends AskedJobs {
  /** Its name. */
  readonly list: string;
  readonly within: TimeWindow;
}

async function readJobs(
  entity: JobEntity,
  { list, within, ...asked }: JobList,
  request: PageRequest,
): Promise<Page<Job>> {
  const { cursor } = request;
  const before = cursor === undefined ? undefined : decodeCursor(list, cursor, JobId);
  const ids = idsWithin(within, before);
  if (ids === null) return { items: [] };
  const from = listOf(entity, asked, (all) => all.between({ jobId: ids.first }, { jobId: ids.last }));
  return readPage({
    operation: "list the jobs",
    request,
    find: (limit) => from.go({ order: "desc", limit, hydrate: true }),
    parse: parseJob,
    place: (job) => job.jobId,
    newestFirst: true,
    cursorAfter: (job) => encodeCursor(list, job.jobId),
  });
}
