import type { ReportLine } from "#shared/contracts/api/report.ts";
import { shownOutcome } from "#shared/rules/shown-outcome.ts";

export const matrixFilters = ["all", "pass", "none", "differing"] as const;
export type MatrixRowFilter = (typeof matrixFilters)[number];

interface MatrixRow {
  readonly taskId: string;
  /** Of each variant, in the matrix's order, its runs. */
  readonly cells: readonly (readonly ReportLine[])[];
}

export interface Matrix {
  readonly variants: readonly string[];
  readonly rows: readonly MatrixRow[];
}

/** Jobs of a batch by task and variant, tasks in the order in which they come. */
export function matrixOf(jobs: readonly ReportLine[]): Matrix {
  const placed = jobs.filter(({ taskId, variant }) => taskId !== undefined && variant !== undefined);
  const variants = [...new Set(placed.map(({ variant = "" }) => variant))].sort();
  const byTask = Map.groupBy(placed, ({ taskId = "" }) => taskId);
  const rows = [...byTask].map(([taskId, runs]) => ({
    taskId,
    cells: variants.map((variant) => runs.filter((run) => run.variant === variant)),
  }));
  return { variants, rows };
}

const passed = (line: ReportLine): boolean => shownOutcome(line) === "succeeded";

export const matrixRows = ({ rows }: Matrix, filter: MatrixRowFilter): readonly MatrixRow[] =>
  rows.filter(({ cells }) => {
    const runs = cells.flat();
    const count = runs.filter(passed).length;
    if (filter === "pass") return count === runs.length;
    if (filter === "none") return count === 0;
    return filter === "all" || (count > 0 && count < runs.length);
  });
