import { useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { apiQuery, useApi, useClient } from "../../api/use-api.ts";
import type { JobRecord, ScreenSource, ShownRecovery } from "../../job-view/job-record.ts";
import { apiScreens } from "./api-screens.ts";
import { type FedJob, JobFeed } from "./job-feed.ts";

const besideMilliseconds = 3_000;
const mostRecoveries = 20;

export interface ReadJob {
  /** Absent until the job itself is known. */
  readonly record: JobRecord | undefined;
  readonly source: ScreenSource;
  readonly fed: FedJob;
  readonly retry: () => void;
}

/** A job with all that the API knows of it, live while it runs. */
export function useJobRecord(jobId: string): ReadJob {
  const client = useClient();
  const feed = useMemo(() => new JobFeed(client, jobId), [client, jobId]);
  const fed = useSyncExternalStore(feed.subscribe, feed.current);
  const source = useMemo(() => apiScreens(client, jobId, feed), [client, jobId, feed]);
  const { job, steps, whole } = fed;
  const asking = {
    enabled: job !== undefined,
    everyMilliseconds: whole || job === undefined ? undefined : besideMilliseconds,
  };
  const plans = useApi("listPlans", { id: jobId }, asking);
  const questions = useApi("listJobQuestions", { id: jobId }, asking);
  const errors = useApi("listErrors", { query: { jobId, limit: 100 } }, asking);
  const timeline = useApi("jobTimeline", { id: jobId }, asking);
  const recoveries = useRecoveries(fed, jobId);
  // What is beside the steps is asked for again when nothing more comes.
  const { refetch: plansAgain } = plans;
  const { refetch: errorsAgain } = errors;
  const { refetch: timesAgain } = timeline;
  useEffect(() => {
    if (whole) void Promise.all([plansAgain(), errorsAgain(), timesAgain()]);
  }, [whole, plansAgain, errorsAgain, timesAgain]);
  for (const { screenshotKey, links } of errors.data?.items ?? [])
    feed.links.note(screenshotKey, links.screenshot);
  const record = useMemo<JobRecord | undefined>(
    () =>
      job && {
        job,
        steps,
        errors: errors.data?.items ?? [],
        plans: plans.data?.items ?? [],
        recoveries,
        questions: questions.data?.items ?? [],
        timeline: timeline.data ?? null,
      },
    [job, steps, errors.data, plans.data, recoveries, questions.data, timeline.data],
  );
  return { record, source, fed, retry: feed.retry };
}

/** They are numbered from 1: as many as the job's steps and figures name. */
function useRecoveries({ job, steps, whole }: FedJob, jobId: string): readonly ShownRecovery[] {
  const client = useClient();
  const named = steps.map(({ recoveryId = "" }) => Number(recoveryId.split("-").at(-1)) || 0);
  const count = Math.min(mostRecoveries, Math.max(0, job?.metrics?.recoveries ?? 0, ...named));
  return useQueries({
    queries: Array.from({ length: count }, (_, index) => ({
      ...apiQuery(client, "readRecovery", { id: `${jobId}-${index + 1}` }),
      refetchInterval: whole ? (false as const) : besideMilliseconds,
    })),
    combine: known,
  });
}

const known = <Data>(results: readonly { readonly data: Data | undefined }[]): Data[] =>
  results.flatMap(({ data }) => data ?? []);
