import "./batch-page.css";
import { Link, useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import { PagePending } from "../../frame/page-states.tsx";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { useBatchIds } from "../../parts/use-batch-ids.ts";
import { BatchChanges } from "./batch-changes.tsx";
import { BatchCounters } from "./batch-counters.tsx";
import { BatchHead } from "./batch-head.tsx";
import { BatchJobs } from "./batch-jobs.tsx";
import { BatchOverview } from "./batch-overview.tsx";
import { batchRoute, type ChangeSearch } from "./batch-search.ts";
import { BatchTasks } from "./batch-tasks.tsx";
import { cellField, matching } from "./cells/cell-field.ts";
import { useBatch, useBatchLook } from "./use-batch.ts";

const views = ["overview", "tasks", "jobs", "changes"] as const;

/** By the batch's id or its name. */
export function BatchPage() {
  const { batchId: place } = batchRoute.useParams();
  const {
    ids: [batchId],
    failed,
    isPending,
  } = useBatchIds([place]);
  if (failed?.error) return <Failure error={failed.error} retry={failed.refetch} />;
  if (batchId !== undefined) return <OneBatch batchId={batchId} />;
  return isPending ? (
    <PagePending />
  ) : (
    <>
      <h1 className="unseen">No such batch</h1>
      <EmptyState title={`No batch is named ${place}.`}>
        <Link to="/batches">See all batches</Link>
      </EmptyState>
    </>
  );
}

function OneBatch({ batchId }: { readonly batchId: string }) {
  const batch = useBatch(batchId);
  if (batch.isError && batch.data === undefined) return <Failure error={batch.error} retry={batch.refetch} />;
  if (batch.data === undefined) return <PagePending />;
  return <LoadedBatch batch={batch.data} />;
}

function LoadedBatch({ batch }: { readonly batch: BatchResponse }) {
  const search = batchRoute.useSearch();
  const navigate = useNavigate({ from: "/batches/$batchId" });
  const look = useBatchLook(batch);
  const { data: cells } = look.cells;
  const { outcome, errorCode, cause, taskId, variant } = search;
  const field = useMemo(() => (cells === undefined ? undefined : cellField(cells)), [cells]);
  const found = useMemo(
    () => (field === undefined ? null : matching(field, { outcome, errorCode, cause, taskId, variant })),
    [field, outcome, errorCode, cause, taskId, variant],
  );
  const change = useCallback<ChangeSearch>(
    (changed) => void navigate({ search: (before) => ({ ...before, ...changed }), replace: true }),
    [navigate],
  );
  const view = views.find((one) => one === search.view) ?? "overview";
  const shared = { batch, search, change, found };
  return (
    <div className="page-full batch-page">
      <BatchHead batch={batch} statistics={look.statistics.data} />
      <BatchCounters {...shared} field={field} />
      {look.cells.isError && <Failure error={look.cells.error} retry={look.cells.refetch} />}
      <Tabs
        label="Views of the batch"
        tabs={[
          { name: "overview", label: "Causes and cells" },
          { name: "tasks", label: "Tasks" },
          { name: "jobs", label: "Jobs" },
          { name: "changes", label: "Settings and changes" },
        ]}
        selected={view}
        onSelect={(chosen) => change({ view: chosen === "overview" ? undefined : chosen })}
      >
        {view === "overview" && <BatchOverview {...shared} field={field} causes={look.causes} />}
        {view === "tasks" && <BatchTasks {...shared} statistics={look.statistics} />}
        {view === "jobs" && field !== undefined && (
          <BatchJobs
            batch={batch}
            field={field}
            found={found}
            sorting={{ sort: search.sort, onSort: (sort) => change({ sort }) }}
          />
        )}
        {view === "changes" && <BatchChanges batch={batch} />}
      </Tabs>
    </div>
  );
}
