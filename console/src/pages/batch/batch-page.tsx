import "./batch-page.css";
import { Link, useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import type { BatchName } from "#shared/contracts/values/batch-ids.ts";
import { useApi } from "../../api/use-api.ts";
import { PagePending } from "../../frame/page-states.tsx";
import { isBatchId } from "../../parts/batch-place.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { Tabs } from "../../parts/tabs.tsx";
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
  const isId = isBatchId(place);
  const named = useApi("listBatches", { query: { name: place as BatchName } }, { enabled: !isId });
  const batchId = isId ? place : named.data?.items[0]?.batchId;
  if (named.isError) return <Failure error={named.error} retry={named.refetch} />;
  if (batchId !== undefined) return <OneBatch batchId={batchId} />;
  return named.data === undefined ? (
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
