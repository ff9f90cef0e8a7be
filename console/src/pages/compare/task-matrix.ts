import type { TaskStatistics } from "#shared/contracts/batch/batch-statistics.ts";

/** What a task came to with one agent or model of one batch. */
export type MatrixFigures = Pick<
  TaskStatistics,
  "taskId" | "runs" | "successes" | "flipRate" | "medianSteps" | "costUsd"
>;

export interface MatrixRow {
  readonly taskId: string;
  /** One for each column; null: it was not done there, or never to an end that counts. */
  readonly cells: readonly (MatrixFigures | null)[];
}

/** Of rows: which are of interest. What a column is held against is the first column. */
export type MatrixFilter = "all" | "allPass" | "nonePass" | "onlyThis" | "fixed" | "broken" | "differing";

/** Every task of any column, in the order in which they are first met. */
export function taskMatrix(columns: readonly (readonly MatrixFigures[])[]): readonly MatrixRow[] {
  const byTask = columns.map((figures) => new Map(figures.map((one) => [one.taskId as string, one])));
  const taskIds = new Set(columns.flatMap((figures) => figures.map(({ taskId }) => taskId as string)));
  return [...taskIds].map((taskId) => ({
    taskId,
    cells: byTask.map((tasks) => {
      const figures = tasks.get(taskId);
      return figures === undefined || figures.runs === 0 ? null : figures;
    }),
  }));
}

/** Most of its runs succeeded: the rule by which batches are compared (docs/batches.md). */
export const passes = ({ runs, successes }: MatrixFigures): boolean => successes * 2 > runs;

/** `column`: the one that `onlyThis`, `fixed` and `broken` are about. A task that was not done there is neither. */
export function fitsMatrix({ cells }: MatrixRow, filter: MatrixFilter, column: number): boolean {
  const done = cells.filter((cell) => cell !== null);
  const passed = done.filter(passes).length;
  const [before, here] = [cells[0], cells[column]];
  const isKnown = before !== null && before !== undefined && here !== null && here !== undefined;
  switch (filter) {
    case "all":
      return true;
    case "allPass":
      return done.length > 0 && passed === done.length;
    case "nonePass":
      return done.length > 0 && passed === 0;
    case "onlyThis":
      return here !== null && here !== undefined && passes(here) && passed === 1 && done.length > 1;
    case "fixed":
      return isKnown && !passes(before) && passes(here);
    case "broken":
      return isKnown && passes(before) && !passes(here);
    case "differing":
      return passed > 0 && passed < done.length;
  }
}
