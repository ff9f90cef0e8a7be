import "./review-page.css";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import type { ReviewQueue } from "#shared/contracts/api/routes/review-routes.ts";
import { useApiPages } from "../../api/use-api.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { Time } from "../../parts/figures.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { jobState, OutcomeMark } from "../../parts/states/outcome-mark.tsx";
import { ReviewedJob } from "./reviewed-job.tsx";

const route = getRouteApi("/review");
const asked = { query: { limit: 50 } };
const fewLeft = 5;

type Waiting = ReviewQueue["items"][number];

/** Jobs whose verdict a person should look at: first those whose agent and checks say different things. */
export function ReviewPage() {
  const { job: chosen } = route.useSearch();
  const navigate = useNavigate();
  const queue = useApiPages("reviewQueue", asked);
  const { data: waiting = [], error, isPending, refetch, hasNextPage, isFetching, fetchNextPage } = queue;
  const at = Math.max(
    0,
    waiting.findIndex(({ jobId }) => jobId === chosen),
  );
  const job = waiting[at];
  const open = (next: Waiting | undefined): void =>
    void navigate({ to: "/review", search: next === undefined ? {} : { job: next.jobId }, replace: true });
  // A page of the queue can be short, or empty, and others come after it.
  const short = waiting.length - at < fewLeft;
  useEffect(() => {
    if (short && hasNextPage && !isFetching) void fetchNextPage();
  }, [short, hasNextPage, isFetching, fetchNextPage]);
  if (error !== null) return <Failure error={error} retry={refetch} />;
  if (isPending || (job === undefined && hasNextPage)) return <p className="page quiet">Loading…</p>;
  if (job === undefined) return <NothingToReview />;
  return (
    <div className="page review">
      <h1 className="unseen">Review</h1>
      <section className="review-queue" aria-label="Waiting">
        <p className="quiet">
          {waiting.length}
          {hasNextPage ? "+" : ""} to review <CopyRequest name="reviewQueue" asked={asked} />
        </p>
        <ul>
          {waiting.map((each) => (
            <li key={each.jobId}>
              <Link
                to="/review"
                search={{ job: each.jobId }}
                className="review-item"
                aria-current={each.jobId === job.jobId ? "true" : undefined}
              >
                <OutcomeMark state={jobState(each)} />
                <span className="review-task">
                  <ScreenText limit={120}>{each.task}</ScreenText>
                </span>
                {each.contradiction && <span className="review-contradiction">contradiction</span>}
                <span className="quiet">
                  <Time at={each.finishedAt ?? each.createdAt} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <ReviewedJob key={job.jobId} job={job} onNext={() => open(waiting[at + 1] ?? waiting[at - 1])} />
    </div>
  );
}

const NothingToReview = () => (
  <div className="page">
    <h1 className="unseen">Review</h1>
    <EmptyState title="All ended jobs are reviewed." command="drover jobs --false-complete">
      Jobs whose checks contradict their agent's claim come first. To list them:
    </EmptyState>
  </div>
);
