import { useState } from "react";
import type { ReportLine } from "#shared/contracts/api/report.ts";
import { shownOutcome } from "#shared/rules/shown-outcome.ts";
import { OutcomeMark } from "../parts/states/outcome-mark.tsx";
import { type MatrixRowFilter, matrixFilters, matrixOf, matrixRows } from "./matrix.ts";

interface ReportMatrixProps {
  readonly jobs: readonly ReportLine[];
  readonly jobHref: (jobId: string) => string;
}

const filterWords: { readonly [Filter in MatrixRowFilter]: string } = {
  all: "all",
  pass: "all pass",
  none: "no pass",
  differing: "differing",
};

/** Tasks by models: a mark for each run, which opens it. */
export function ReportMatrix({ jobs, jobHref }: ReportMatrixProps) {
  const [filter, setFilter] = useState<MatrixRowFilter>("all");
  const matrix = matrixOf(jobs);
  if (matrix.rows.length === 0) return null;
  const rows = matrixRows(matrix, filter);
  return (
    <>
      <div className="report-matrix-head">
        <h2>Tasks</h2>
        <label>
          <span className="quiet">Show </span>
          <select value={filter} onChange={({ target }) => setFilter(target.value as MatrixRowFilter)}>
            {matrixFilters.map((name) => (
              <option key={name} value={name}>
                {filterWords[name]}
              </option>
            ))}
          </select>
        </label>
        <span className="quiet" role="status">
          {rows.length} of {matrix.rows.length}
        </span>
      </div>
      <table className="report-matrix">
        <thead>
          <tr>
            <th scope="col">Task</th>
            {matrix.variants.map((variant) => (
              <th key={variant} scope="col">
                {variant}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ taskId, cells }) => (
            <tr key={taskId}>
              <th scope="row">{taskId}</th>
              {cells.map((runs, index) => (
                <td key={matrix.variants[index]}>
                  {runs.map((run) => (
                    <a key={run.jobId} href={jobHref(run.jobId)}>
                      <OutcomeMark state={shownOutcome(run) ?? "running"} />
                    </a>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
