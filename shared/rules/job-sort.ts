import type { JobSort, JobSortField } from "../contracts/api/job-filter.ts";
import { missingLast } from "../values/missing-last.ts";
import type { ListedFacts } from "./job-filter.ts";

type Figure = string | number | undefined;

/** Of a job that runs until `now`. */
function duration({ metrics, startedAt, finishedAt }: ListedFacts, now: Date): Figure {
  if (metrics !== undefined || startedAt === undefined) return metrics?.totalMilliseconds;
  return (finishedAt === undefined ? now.getTime() : Date.parse(finishedAt)) - Date.parse(startedAt);
}

const figures: { readonly [Field in JobSortField]: (job: ListedFacts, now: Date) => Figure } = {
  submitted: ({ jobId }) => jobId,
  outcome: ({ outcome, status }) => outcome ?? status,
  task: ({ task }) => task.toLowerCase(),
  device: ({ deviceId }) => deviceId,
  steps: ({ stepCount }) => stepCount,
  duration,
  tokens: ({ usage }) => usage.inputTokens + usage.outputTokens,
  cost: ({ usage }) => usage.costUsd,
};

/** Jobs by a field; those that are equal in it stay as they were, and those without it come last. */
export function sortJobs<One extends ListedFacts>(
  jobs: readonly One[],
  sort: JobSort,
  now: Date,
): readonly One[] {
  const field = sort.replace("-", "") as JobSortField;
  const sign = sort.startsWith("-") ? -1 : 1;
  const known = jobs.map((job) => ({ job, figure: figures[field](job, now) }));
  const order = missingLast<NonNullable<Figure>>(sign, (a, b) => (a === b ? 0 : a < b ? -1 : 1));
  return known.sort((one, other) => order(one.figure, other.figure)).map(({ job }) => job);
}
