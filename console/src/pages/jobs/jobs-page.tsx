import "./jobs-page.css";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { FilterBar } from "../../parts/filter-bar.tsx";
import { useShortcut } from "../../parts/shortcuts/shortcuts.tsx";
import type { Sorting } from "../../parts/sorting.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { useNarrow } from "../../parts/use-narrow.ts";
import { type TableView, VirtualTable } from "../../parts/virtual-table.tsx";
import { jobColumns } from "./job-columns.tsx";
import { jobsFilters } from "./jobs-filters.ts";
import { type JobsSearch, jobsCommand, jobsQuery } from "./jobs-search.ts";
import { PickedBar } from "./picked-bar.tsx";
import { SubmitDialog } from "./submit-dialog.tsx";
import { type LiveJobs, useLiveJobs } from "./use-live-jobs.ts";
import { usePicked } from "./use-picked.ts";

const route = getRouteApi("/jobs");

export function JobsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const change = (changed: Partial<Record<keyof JobsSearch, string | undefined>>): void =>
    void navigate({ to: "/jobs", search: { ...search, ...changed } as JobsSearch, replace: true });
  const query = useMemo(() => jobsQuery(search), [search]);
  useShortcut("n", "Submit a job", () => change({ new: "1" }));
  return (
    <div className="page-full">
      <h1 className="unseen">Jobs</h1>
      <FilterBar fields={jobsFilters} values={search} onChange={change}>
        <CopyRequest name="listJobs" asked={{ query }} cli={jobsCommand(query)} />
        <button type="button" className="primary" onClick={() => change({ new: "1" })}>
          New job
        </button>
      </FilterBar>
      {/* Another filter is another list: what was picked and how far it was scrolled is of the one before. */}
      <JobList
        key={JSON.stringify(query)}
        query={query}
        sorting={{ sort: search.sort, onSort: (sort) => change({ sort }) }}
      />
      {search.new !== undefined && <SubmitDialog onClose={() => change({ new: undefined })} />}
    </div>
  );
}

interface JobListProps {
  readonly query: ReturnType<typeof jobsQuery>;
  readonly sorting: Sorting;
}

function JobList({ query, sorting }: JobListProps) {
  const narrow = useNarrow();
  const [view, setView] = useState<TableView>({ atTop: true, from: 0, to: 0 });
  const [hovered, setHovered] = useState(false);
  const [inSight, setInSight] = useState<readonly PublicJob[]>([]);
  const picked = usePicked();
  const live = useLiveJobs(query, !view.atTop || hovered || picked.ids.size > 0, inSight);
  const { jobs } = live;
  const look = useCallback(
    (now: TableView) => {
      setView(now);
      setInSight(jobs.slice(now.from, now.to + 1));
    },
    [jobs],
  );
  const columns = useMemo(() => jobColumns(picked), [picked]);
  if (live.error !== null) return <Failure error={live.error} retry={live.retry} />;
  if (live.pending) return <p className="page quiet">Loading…</p>;
  const empty = jobs.length === 0 && live.more === "none";
  return (
    <section
      className="jobs"
      aria-label="Jobs"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <PickedBar picked={picked} jobs={jobs} />
      {live.waiting > 0 && (
        <button type="button" className="jobs-new" onClick={live.showWaiting}>
          {live.waiting} new
        </button>
      )}
      {empty ? (
        <NoJobs filtered={Object.keys(query).some((name) => name !== "sort")} />
      ) : (
        <VirtualTable
          label="Jobs"
          className="jobs-table table-stacks"
          columns={columns}
          rows={jobs}
          rowKey={({ jobId }) => jobId}
          rowHeight={narrow ? 56 : 32}
          sorting={sorting}
          {...(live.more === "automatic" ? { onEnd: live.loadMore } : {})}
          onView={look}
          foot={<ListFoot live={live} />}
        />
      )}
    </section>
  );
}

function ListFoot({ live: { more, loadMore, jobs } }: { readonly live: LiveJobs }) {
  if (more === "none") return `${jobs.length} ${jobs.length === 1 ? "job" : "jobs"}, no more`;
  if (more !== "asked") return "Loading…";
  return (
    <button type="button" onClick={loadMore}>
      Load older jobs
    </button>
  );
}

function NoJobs({ filtered }: { readonly filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState title="No jobs match these filters.">
        <Link to="/jobs">See all jobs</Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No jobs yet."
      command={`drover run "Turn on Bluetooth" --check setting:global/bluetooth_on=1`}
    >
      A job runs one task on one device. Submit one here, or from a terminal:
    </EmptyState>
  );
}
