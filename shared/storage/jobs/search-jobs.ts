import type { JobFilter, JobSort, TimeWindow } from "../../contracts/api/job-filter.ts";
import type { Job, JobStatus } from "../../contracts/job/job.ts";
import { JobId, type TenantId } from "../../contracts/values/ids.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { fitsFilter, type ListedFacts } from "../../rules/job-filter.ts";
import { sortJobs } from "../../rules/job-sort.ts";
import { idsWithin } from "../../values/ids-within.ts";
import { badCursor, decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import { storageCall } from "../table/storage-call.ts";
import { type JobEntity, parseJob } from "./job-entity.ts";
import { type JobIndex, mostSearched } from "./job-index.ts";

/** Of what a person or a later judgement may change of an ended job so much age is too much. */
const freshMilliseconds = 2_000;
const changesLater = ["reviewed", "claimAgrees", "falseComplete", "falseInfeasible", "sideEffects"] as const;

interface JobSearch extends PageRequest {
  /** Names the list, for its cursors. */
  readonly list: string;
  readonly status: JobStatus | undefined;
  readonly filter: JobFilter;
  readonly sort: JobSort | undefined;
  readonly within: TimeWindow;
}

interface SearchParts {
  readonly entity: JobEntity;
  readonly index: JobIndex;
  readonly now: () => Date;
  readonly isKept: (job: ListedFacts) => boolean;
}

/** A page of the jobs that fit, newest first or sorted over all of them: never over a part. */
export async function searchJobs(
  parts: SearchParts,
  tenantId: TenantId,
  search: JobSearch,
): Promise<Page<Job>> {
  const { list, status, filter, sort, within, limit, cursor } = search;
  const { entity, index, now, isKept } = parts;
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor, JobId);
  const ids = idsWithin(within, sort === undefined ? after : undefined);
  if (ids === null) return { items: [] };
  const isFresh = changesLater.some((name) => filter[name] !== undefined);
  const { jobs, looked, isCut } = await index(tenantId, ids, isFresh ? freshMilliseconds : undefined);
  if (sort !== undefined && isCut) throw tooManyToSort(sort);
  const fitting = jobs.filter(
    (job) => isKept(job) && (status === undefined || job.status === status) && fitsFilter(job, filter),
  );
  const sorted = sort === undefined ? fitting : sortJobs(fitting, sort, now());
  const begin = sort === undefined || after === undefined ? 0 : placeAfter(sorted, after, cursor);
  const page = sorted.slice(begin, begin + limit).map(({ jobId }) => jobId);
  const items = await readInOrder(entity, tenantId, page);
  const last = begin + limit < sorted.length ? page.at(-1) : isCut ? looked.at(-1) : undefined;
  return last === undefined ? { items } : { items, nextCursor: encodeCursor(list, last) };
}

function placeAfter(sorted: readonly ListedFacts[], after: string, cursor = ""): number {
  const place = sorted.findIndex(({ jobId }) => jobId === after);
  // It was removed meanwhile: where the list continued is not known.
  if (place === -1) throw badCursor(cursor);
  return place + 1;
}

async function readInOrder(
  entity: JobEntity,
  tenantId: TenantId,
  jobIds: readonly JobId[],
): Promise<readonly Job[]> {
  const keys = jobIds.map((jobId) => ({ tenantId, jobId }));
  const { data } = await storageCall("list the jobs", () => entity.getMany(keys));
  const jobs = new Map(data.map(parseJob).map((job) => [job.jobId, job]));
  return jobIds.flatMap((jobId) => jobs.get(jobId) ?? []);
}

const tooManyToSort = (sort: JobSort): DroverError =>
  new DroverError("InvalidRequest", `The list cannot be sorted: it has more than ${mostSearched} jobs.`, {
    advice: [
      "Give a time, from=2026-01-31T00:00:00.000Z, or a batchId.",
      "Without sort the list has no limit.",
    ],
    details: {
      errors: [
        {
          field: "sort",
          value: sort,
          message: `sorts at most ${mostSearched} jobs: give from, to or batchId`,
        },
      ],
    },
  });
