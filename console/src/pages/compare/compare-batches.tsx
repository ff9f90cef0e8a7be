import { Link } from "@tanstack/react-router";
import { type CSSProperties, useMemo } from "react";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { countText, moneyText, shareText } from "../../parts/format.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { OutcomeMark } from "../../parts/states/outcome-mark.tsx";
import { type Column, VirtualTable } from "../../parts/virtual-table.tsx";
import { BatchDifference } from "./batch-difference.tsx";
import type { ChangeCompare, CompareSearch } from "./compare-search.ts";
import { fitsMatrix, type MatrixFilter, type MatrixRow, passes, taskMatrix } from "./task-matrix.ts";
import { type MatrixColumn, useMatrixColumns } from "./use-matrix-columns.ts";

interface CompareBatchesProps {
  readonly ids: readonly string[];
  readonly search: CompareSearch;
  readonly change: ChangeCompare;
}

const filters: readonly { readonly value: MatrixFilter; readonly label: string; readonly title: string }[] = [
  { value: "all", label: "all", title: "All tasks" },
  { value: "allPass", label: "all pass", title: "Tasks that pass in every column" },
  { value: "nonePass", label: "none", title: "Tasks that pass in no column" },
  { value: "differing", label: "differing", title: "Tasks that pass in some columns" },
  { value: "onlyThis", label: "only this one", title: "Tasks that pass in the chosen column only" },
  { value: "fixed", label: "fixed", title: "Tasks that fail in the first column and pass in the chosen one" },
  {
    value: "broken",
    label: "broken",
    title: "Tasks that pass in the first column and fail in the chosen one",
  },
];

/** Tasks by batches and their models. */
export function CompareBatches({ ids, search, change }: CompareBatchesProps) {
  const { columns, isPending, error, left } = useMatrixColumns(ids);
  const chosen = Math.min(Math.max(Number(search.at ?? usualColumn(columns)) || 0, 0), columns.length - 1);
  const filter = filters.find(({ value }) => value === search.show)?.value ?? "all";
  const rows = useMemo(() => taskMatrix(columns.map(({ tasks }) => tasks)), [columns]);
  const shown = useMemo(() => rows.filter((row) => fitsMatrix(row, filter, chosen)), [rows, filter, chosen]);
  const [first] = columns;
  const here = columns[chosen];
  return (
    <div className="page-full">
      <div className="page-head">
        <h1>
          {ids.length === 1 ? `Models of ${first?.name ?? "a batch"}` : `Compare ${ids.length} batches`}
        </h1>
        {ids.length > 1 && (
          <CopyRequest
            name="compareBatches"
            asked={{ query: { a: ids[0], b: ids[1] } }}
            cli={`drover batch compare ${ids[0]} ${ids[1]}`}
          />
        )}
      </div>
      {error !== null && <Failure error={error} />}
      {isPending && (
        <p className="page quiet" role="status">
          Reading {ids.length} batches…
        </p>
      )}
      {!isPending && first !== undefined && here !== undefined && (
        <>
          {chosen > 0 && <BatchDifference before={first} after={here} />}
          <fieldset className="compare-filters" aria-label="Filter of tasks">
            {filters.map(({ value, label, title }) => (
              <button
                key={value}
                type="button"
                title={title}
                aria-pressed={filter === value}
                onClick={() => change({ show: value === "all" ? undefined : value })}
              >
                {label}{" "}
                <span className="quiet">
                  {countText(rows.filter((row) => fitsMatrix(row, value, chosen)).length)}
                </span>
              </button>
            ))}
            {left > 0 && <span className="quiet">{left} more columns are left out.</span>}
          </fieldset>
          {shown.length === 0 && <EmptyState title="No tasks match this filter." />}
          {shown.length > 0 && (
            <div className="compare-columns" style={{ "--columns": columns.length } as CSSProperties}>
              <VirtualTable
                label="Tasks by batch and model"
                className="matrix-table"
                columns={matrixColumns(columns, chosen, (at) => change({ at: String(at) }))}
                rows={shown}
                rowKey={({ taskId }) => taskId}
                rowHeight={36}
              />
            </div>
          )}
        </>
      )}
    </div>
  );
}

/** The last batch with what the first one ran with, else the last column. */
function usualColumn(columns: readonly MatrixColumn[]): number {
  const [first] = columns;
  const alike = columns.findLastIndex(
    ({ variant, batchId }) => variant === first?.variant && batchId !== first.batchId,
  );
  return alike > 0 ? alike : columns.length - 1;
}

function matrixColumns(
  columns: readonly MatrixColumn[],
  chosen: number,
  choose: (at: number) => void,
): readonly Column<MatrixRow>[] {
  return [
    { name: "task", header: "Task", cell: ({ taskId }) => taskId },
    ...columns.map(
      (column, at): Column<MatrixRow> => ({
        name: `side${at}`,
        header: (
          <button
            type="button"
            className="bare matrix-head"
            aria-pressed={at === chosen}
            title={at === 0 ? "The baseline" : "Compare this column with the baseline"}
            onClick={() => choose(at)}
          >
            <span>{column.name}</span>
            <span>{column.variant}</span>
            <strong>{column.rate === null ? "–" : shareText(column.rate)}</strong>
          </button>
        ),
        cell: ({ cells, taskId }) => <MatrixCell cell={cells[at] ?? null} column={column} taskId={taskId} />,
      }),
    ),
  ];
}

interface MatrixCellProps {
  readonly cell: MatrixRow["cells"][number];
  readonly column: MatrixColumn;
  readonly taskId: string;
}

function MatrixCell({ cell, column: { batchId, variant }, taskId }: MatrixCellProps) {
  if (cell === null) return <span className="quiet">–</span>;
  const { successes, runs, medianSteps, costUsd } = cell;
  return (
    <Link
      className="matrix-cell"
      to="/batches/$batchId"
      params={{ batchId }}
      search={{ taskId, variant, view: "jobs" }}
      title={`${medianSteps ?? "–"} steps, ${moneyText(costUsd)}`}
    >
      <OutcomeMark state={passes(cell) ? "succeeded" : "failed"} />
      <span className="number">
        {successes} of {runs}
      </span>
    </Link>
  );
}
