import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { useApi, useApiPages, useClient } from "../../api/use-api.ts";
import type { JobsQuery } from "./jobs-search.ts";

const everyMilliseconds = 2_000;
/** Of a list that is sorted, all jobs are looked at each time; of one by words likewise. */
const searchEveryMilliseconds = 10_000;
const pageSize = 50;
/** So many pages are read unasked, one for each ten jobs found beside: a filter may fit nothing for a long way back. */
const freePages = 5;
const jobsToAPage = 10;

export interface LiveJobs {
  readonly jobs: readonly PublicJob[];
  /** Those that came since and wait to be shown. */
  readonly waiting: number;
  readonly showWaiting: () => void;
  readonly more: "none" | "loading" | "automatic" | "asked";
  readonly loadMore: () => void;
  /** Nothing is known yet. */
  readonly pending: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/**
 * Jobs by a filter as they are now, newest first or sorted by the farm; a sorted list is read again as a whole. What comes in while `held` waits, so that nothing moves under the pointer;
 * what is shown changes in its place.
 */
export function useLiveJobs(query: JobsQuery, held: boolean, seen: readonly PublicJob[]): LiveJobs {
  const asked = { query: { ...query, limit: pageSize } };
  const isSorted = query.sort !== undefined;
  const every = query.text === undefined ? everyMilliseconds : searchEveryMilliseconds;
  const pages = useApiPages(
    "listJobs",
    asked,
    isSorted ? { everyMilliseconds: searchEveryMilliseconds } : {},
  );
  const head = useApi("listJobs", asked, { everyMilliseconds: every, enabled: !isSorted });
  const [arrived, setArrived] = useState<readonly PublicJob[]>([]);
  const listed = useMemo(() => withoutTwice([...arrived, ...(pages.data ?? [])]), [arrived, pages.data]);
  const fresh = useMemo(() => {
    const known = new Set(listed.map(({ jobId }) => jobId));
    return pages.data === undefined ? [] : (head.data?.items ?? []).filter(({ jobId }) => !known.has(jobId));
  }, [listed, pages.data, head.data]);
  // So many came at once that those between are not known: the list is read again instead.
  const gap = fresh.length >= pageSize && listed.length > 0;
  const { refetch } = pages;
  const showWaiting = useCallback(() => {
    setArrived((before) => (gap ? [] : [...fresh, ...before]));
    if (gap) void refetch();
  }, [gap, fresh, refetch]);
  useEffect(() => {
    if (!held && fresh.length > 0) showWaiting();
  }, [held, fresh, showWaiting]);
  const newest = useNewest(head.data?.items ?? [], seen);
  const jobs = useMemo(() => listed.map((job) => newest.get(job.jobId) ?? job), [listed, newest]);
  return {
    jobs,
    waiting: fresh.length,
    showWaiting,
    ...useMore(pages, listed.length),
    pending: pages.isPending,
    error: pages.error ?? (pages.data === undefined ? head.error : null),
    retry: () => void refetch(),
  };
}

function withoutTwice(jobs: readonly PublicJob[]): readonly PublicJob[] {
  const known = new Set<string>();
  return jobs.filter(({ jobId }) => !known.has(jobId) && known.add(jobId));
}

type Pages = Pick<
  ReturnType<typeof useApiPages<"listJobs">>,
  "hasNextPage" | "isFetchingNextPage" | "fetchNextPage"
>;

function useMore({ hasNextPage, isFetchingNextPage, fetchNextPage }: Pages, count: number) {
  const read = useRef(1);
  const load = useCallback(() => {
    if (!hasNextPage || isFetchingNextPage) return;
    read.current += 1;
    void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const automatic = read.current < freePages + count / jobsToAPage;
  const more = isFetchingNextPage ? "loading" : !hasNextPage ? "none" : automatic ? "automatic" : "asked";
  return { more, loadMore: load } as const;
}

/** How many unfinished jobs in sight are read singly, when the newest page does not contain them. */
const askedByThemselves = 20;

/** The latest word on each job: of the newest page, and of those in sight that had not ended. */
function useNewest(head: readonly PublicJob[], seen: readonly PublicJob[]): ReadonlyMap<string, PublicJob> {
  const client = useClient();
  const told = new Set(head.map(({ jobId }) => jobId));
  const ids = seen
    .filter(({ status, jobId }) => status !== "finished" && !told.has(jobId))
    .slice(0, askedByThemselves)
    .map(({ jobId }) => jobId);
  const [kept, setKept] = useState<ReadonlyMap<string, PublicJob>>(new Map());
  const { data } = useQuery({
    queryKey: ["jobs-in-sight", ids],
    queryFn: ({ signal }) => Promise.all(ids.map((id) => client.readJob({ id, signal }).catch(() => null))),
    enabled: ids.length > 0,
    refetchInterval: everyMilliseconds,
  });
  useEffect(() => {
    const read = (data ?? []).filter((job) => job !== null);
    if (read.length > 0)
      setKept((before) => new Map([...before, ...read.map((job) => [job.jobId, job] as const)]));
  }, [data]);
  return useMemo(() => new Map([...kept, ...head.map((job) => [job.jobId, job] as const)]), [kept, head]);
}
