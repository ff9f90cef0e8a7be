import "./questions-page.css";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { QuestionStatus } from "#shared/contracts/job/question.ts";
import { useApiPages } from "../../api/use-api.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { FilterBar } from "../../parts/filter-bar.tsx";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { QuestionCard } from "./question-card.tsx";

const route = getRouteApi("/questions");
const everyMilliseconds = 3_000;

const statusWords: { readonly [Status in QuestionStatus]: string } = {
  open: "open",
  answered: "answered",
  default: "answered by default",
  expired: "expired",
};
const fields = [
  {
    name: "status",
    label: "Status",
    first: true,
    options: Object.entries(statusWords).map(([value, label]) => ({ value, label })),
  },
];

/** What jobs wait to be told, to be answered here. */
export function QuestionsPage() {
  const { status = "open" } = route.useSearch();
  const navigate = useNavigate();
  const asked = { query: { status: status as QuestionStatus, limit: 50 } };
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage } = useApiPages(
    "listQuestions",
    asked,
    status === "open" ? { everyMilliseconds } : {},
  );
  const change = (changed: Readonly<Record<string, string | undefined>>): void =>
    void navigate({ to: "/questions", search: changed, replace: true });
  return (
    <div className="page-full">
      <h1 className="unseen">Questions</h1>
      <FilterBar fields={fields} values={{ status }} onChange={change}>
        <CopyRequest name="listQuestions" asked={asked} />
      </FilterBar>
      <div className="page questions-page">
        {error !== null && <Failure error={error} retry={refetch} />}
        {isPending && <p className="quiet">Loading…</p>}
        {data?.length === 0 && <NoQuestions status={status as QuestionStatus} />}
        <ul className="questions">
          {data?.map((question) => (
            <QuestionCard key={`${question.jobId} ${question.questionId}`} question={question} />
          ))}
        </ul>
        {hasNextPage && (
          <button type="button" onClick={() => void fetchNextPage()}>
            Show more
          </button>
        )}
      </div>
    </div>
  );
}

function NoQuestions({ status }: { readonly status: QuestionStatus }) {
  if (status !== "open") return <EmptyState title="No questions match this filter." />;
  return (
    <EmptyState
      title="No open questions."
      command={'drover run "Set an alarm; ask me for which time" --ask 60'}
    >
      An agent that may ask people posts its questions here:
    </EmptyState>
  );
}
