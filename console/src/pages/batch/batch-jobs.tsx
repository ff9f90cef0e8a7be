import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import { Money, Steps } from "../../parts/figures.tsx";
import { durationText } from "../../parts/format.ts";
import type { Sorting } from "../../parts/sorting.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { jobOutcomes, OutcomeMark } from "../../parts/states/outcome-mark.tsx";
import { useNarrow } from "../../parts/use-narrow.ts";
import { type Column, VirtualTable } from "../../parts/virtual-table.tsx";
import type { CellFacts, CellField } from "./cells/cell-field.ts";
import { SteeringDialog } from "./steering/steering-dialog.tsx";
import { possibleSteering } from "./steering/steering-kind.ts";

interface BatchJobsProps {
  readonly batch: BatchResponse;
  readonly field: CellField;
  readonly found: readonly number[] | null;
  readonly sorting: Sorting;
}

const factColumns: readonly Column<CellFacts>[] = [
  {
    name: "line",
    header: "Line",
    number: true,
    sort: { by: "line", value: ({ line }) => line },
    cell: ({ line }) => line,
  },
  {
    name: "state",
    header: "State",
    sort: { by: "state", value: ({ state }) => state },
    cell: ({ state }) => <OutcomeMark state={state} labelled />,
  },
  {
    name: "task",
    header: "Task",
    sort: { by: "task", value: ({ taskId }) => taskId },
    cell: ({ taskId, jobId }) =>
      jobId === null ? (
        <span className="quiet">{taskId ?? "not started"}</span>
      ) : (
        <Link className="row-link" to="/jobs/$jobId" params={{ jobId }}>
          {taskId}
        </Link>
      ),
  },
  {
    name: "variant",
    header: "Model",
    sort: { by: "model", value: ({ variant }) => variant },
    cell: ({ variant }) => variant,
  },
  { name: "repeat", header: "Rep.", number: true, cell: ({ repeat }) => repeat },
  {
    name: "error",
    header: "Error",
    sort: { by: "error", value: ({ errorCode }) => errorCode },
    cell: ({ errorCode }) => <code>{errorCode}</code>,
  },
  {
    name: "attempts",
    header: "Attempts",
    number: true,
    sort: { by: "tries", value: ({ attempts }) => attempts, largestFirst: true },
    cell: ({ attempts }) => attempts,
  },
  {
    name: "steps",
    header: "Steps",
    number: true,
    sort: { by: "steps", value: ({ steps }) => steps, largestFirst: true },
    cell: ({ steps }) => steps !== undefined && <Steps count={steps} />,
  },
  {
    name: "time",
    header: "Time",
    number: true,
    sort: { by: "time", value: ({ wallMilliseconds }) => wallMilliseconds, largestFirst: true },
    cell: ({ wallMilliseconds }) => (wallMilliseconds ? durationText(wallMilliseconds) : ""),
  },
  {
    name: "money",
    header: "Cost",
    number: true,
    sort: { by: "money", value: ({ costUsd }) => costUsd, largestFirst: true },
    cell: ({ costUsd }) => (costUsd === undefined ? "" : <Money usd={costUsd} />),
  },
];

const hasEnded = ({ state }: CellFacts): boolean => jobOutcomes.some((outcome) => outcome === state);

/** Runs one job again. */
const againColumn = (onAgain: (jobId: string) => void): Column<CellFacts> => ({
  name: "again",
  header: <span className="unseen">Once more</span>,
  cell: (facts) => {
    const { jobId, line } = facts;
    if (jobId === null || !hasEnded(facts)) return null;
    return (
      <button
        type="button"
        className="bare"
        aria-label={`Run line ${line} again`}
        title="Run this job again"
        onClick={() => onAgain(jobId)}
      >
        ↻
      </button>
    );
  },
});

/** The same jobs as the cells, as a table. */
export function BatchJobs({ batch, field, found, sorting }: BatchJobsProps) {
  const narrow = useNarrow();
  const [again, setAgain] = useState<string>();
  const canRequeue = possibleSteering[batch.status].includes("retry");
  const columns = useMemo(
    () => (canRequeue ? [...factColumns, againColumn(setAgain)] : factColumns),
    [canRequeue],
  );
  const rows = useMemo(
    () => (found ?? Array.from({ length: field.count }, (_cell, index) => index)).map(field.facts),
    [field, found],
  );
  if (rows.length === 0) return <EmptyState title="No jobs match these filters." />;
  return (
    <>
      <VirtualTable
        label="Jobs of the batch"
        className="batch-jobs table-stacks"
        columns={columns}
        rows={rows}
        rowKey={({ line }) => String(line)}
        rowHeight={narrow ? 56 : 32}
        sorting={sorting}
      />
      {again !== undefined && (
        <SteeringDialog batch={batch} kind="requeue" jobId={again} onClose={() => setAgain(undefined)} />
      )}
    </>
  );
}
