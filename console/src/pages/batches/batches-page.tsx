import "./batches-page.css";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { BatchStatus } from "#shared/contracts/batch/batch.ts";
import { useApiEach, useApiPages } from "../../api/use-api.ts";
import { batchPlace } from "../../parts/batch-place.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { FilterBar, type FilterField } from "../../parts/filter-bar.tsx";
import { useWholeList, withSort } from "../../parts/sorting.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { useNarrow } from "../../parts/use-narrow.ts";
import { VirtualTable } from "../../parts/virtual-table.tsx";
import { batchStatuses, statusWord } from "../batch/status-word.tsx";
import { mostCompared } from "../compare/compared.ts";
import { batchColumns, countedSorts } from "./batch-columns.tsx";

const route = getRouteApi("/batches");
const fields: readonly FilterField[] = [
  {
    name: "status",
    label: "Status",
    first: true,
    options: batchStatuses.map((status) => ({ value: status, label: statusWord(status) })),
  },
];

/** All batches, newest first. */
export function BatchesPage() {
  const { status, sort } = route.useSearch();
  const navigate = useNavigate({ from: "/batches" });
  const narrow = useNarrow();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const asked = { query: { limit: 50, ...(isStatus(status) ? { status } : {}) } };
  const batches = useApiPages("listBatches", asked);
  const isListed = useWholeList(batches, sort !== undefined);
  const isCountSort = countedSorts.has(sort?.replace("-", "") ?? "");
  const ids = isListed && isCountSort ? (batches.data ?? []).map(({ batchId }) => batchId) : [];
  const read = useApiEach(
    "readBatch",
    ids.map((id) => ({ id })),
  );
  const counted = new Map(read.flatMap(({ data }) => (data === undefined ? [] : [[data.batchId, data]])));
  const isWhole = isListed && read.every(({ isPending }) => !isPending);
  const choose = (batchId: string): void =>
    setChosen(chosen.includes(batchId) ? chosen.filter((one) => one !== batchId) : [...chosen, batchId]);
  const places = (batches.data ?? [])
    .filter(({ batchId }) => chosen.includes(batchId))
    .map(batchPlace)
    .toReversed();
  const compares = chosen.length > 1 && chosen.length <= mostCompared;
  return (
    <div className="page-full">
      <div className="page-head">
        <h1>Batches</h1>
        <CopyRequest name="listBatches" asked={asked} cli="drover batch list" />
        {chosen.length > 0 && !compares && (
          <span className="quiet">
            {chosen.length === 1
              ? "Choose another batch to compare."
              : `You can compare at most ${mostCompared} batches.`}
          </span>
        )}
        {compares && (
          <Link className="button" to="/compare" search={{ batches: places.join(",") }}>
            Compare {chosen.length}
          </Link>
        )}
      </div>
      <FilterBar
        fields={fields}
        values={{ status }}
        onChange={(changed) => void navigate({ search: (before) => ({ ...before, ...changed }) })}
      />
      {batches.isError && <Failure error={batches.error} retry={batches.refetch} />}
      {batches.data !== undefined && batches.data.length === 0 && !batches.hasNextPage && (
        <EmptyState
          title={
            status === undefined
              ? "No batches yet."
              : `No batch is ${isStatus(status) ? statusWord(status) : status}.`
          }
          command="drover batch run tasks.yaml --repeat 3"
        >
          A batch runs each task of a file several times with each model.
        </EmptyState>
      )}
      {batches.data !== undefined && (batches.data.length > 0 || batches.hasNextPage) && (
        <VirtualTable
          label="Batches"
          className="batches-table table-stacks"
          columns={batchColumns({ chosen, choose, counted })}
          rows={batches.data}
          rowKey={({ batchId }) => batchId}
          rowHeight={narrow ? 84 : 44}
          sorting={{
            sort: isWhole ? sort : undefined,
            onSort: (by) => void navigate({ search: (before) => withSort(before, by), replace: true }),
          }}
          foot={sort !== undefined && !isWhole ? "Loading all batches to sort them…" : undefined}
          onEnd={() => {
            if (batches.hasNextPage && !batches.isFetchingNextPage) void batches.fetchNextPage();
          }}
        />
      )}
    </div>
  );
}

const isStatus = (text: string | undefined): text is BatchStatus => batchStatuses.some((one) => one === text);
