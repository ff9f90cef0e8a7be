import "./schedules-page.css";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { ScheduleResponse } from "#shared/contracts/api/responses/schedule-response.ts";
import { useApi } from "../../api/use-api.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { utcText } from "../../parts/format.ts";
import { withSort } from "../../parts/sorting.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { RunDiff } from "./run-diff.tsx";
import { ScheduleRuns } from "./schedule-runs.tsx";

const route = getRouteApi("/schedules");
const everyMilliseconds = 10_000;

/** What runs by itself, when it did, and what each run changed. */
export function SchedulesPage() {
  const { name, run, sort } = route.useSearch();
  const navigate = useNavigate({ from: "/schedules" });
  const onSort = (by: string | undefined): void =>
    void navigate({ search: (before) => withSort(before, by), replace: true });
  const { data, isError, error, refetch } = useApi("listSchedules", {}, { everyMilliseconds });
  const chosen = name ?? data?.items[0]?.name;
  return (
    <div className="page schedules-page">
      <div className="page-head">
        <h1>Schedules</h1>
        <CopyRequest name="listSchedules" asked={{}} cli="drover schedules list" />
        <Link to="/tasks">Tasks over time</Link>
      </div>
      {isError && <Failure error={error} retry={refetch} />}
      {data?.items.length === 0 && (
        <EmptyState
          title="No schedules yet."
          command={'drover schedules create nightly tasks.yaml --at "cron(0 2 * * ? *)"'}
        >
          A schedule runs a batch at set times and reports which tasks each run fixed or broke.
        </EmptyState>
      )}
      <ul className="schedules">
        {data?.items.map((schedule) => (
          <ScheduleLine key={schedule.scheduleId} schedule={schedule} isChosen={schedule.name === chosen} />
        ))}
      </ul>
      {chosen !== undefined && <ScheduleRuns name={chosen} run={run} sort={sort} onSort={onSort} />}
      {chosen !== undefined && <RunDiff key={`${chosen} ${run}`} name={chosen} run={run ?? "latest"} />}
    </div>
  );
}

interface LineProps {
  readonly schedule: ScheduleResponse;
  readonly isChosen: boolean;
}

function ScheduleLine({ schedule, isChosen }: LineProps) {
  const { name, status, expression, timezone, lineCount, nextAt, current } = schedule;
  return (
    <li className="schedule">
      <Link to="/schedules" search={{ name }} aria-current={isChosen ? "true" : undefined}>
        {name}
      </Link>
      <code>{expression}</code>
      <span className="quiet">{timezone}</span>
      <span className="quiet">{lineCount} jobs</span>
      <span>
        {status === "paused" ? "paused" : nextAt === undefined ? "no more runs" : `next ${utcText(nextAt)}`}
        {current !== undefined && ", running now"}
      </span>
    </li>
  );
}
