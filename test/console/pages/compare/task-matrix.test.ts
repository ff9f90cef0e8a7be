import { describe, expect, it } from "vitest";
import { TaskId } from "#shared/contracts/values/batch-ids.ts";
import {
  fitsMatrix,
  type MatrixFigures,
  type MatrixFilter,
  taskMatrix,
} from "../../../../console/src/pages/compare/task-matrix.ts";

const figures = (taskId: string, successes: number, runs = 3): MatrixFigures => ({
  taskId: TaskId.parse(taskId),
  runs,
  successes,
  flipRate: null,
  medianSteps: null,
  costUsd: 0,
});

const before = [figures("steady", 3), figures("mended", 1), figures("lost", 2), figures("hopeless", 0)];
const after = [figures("steady", 2), figures("mended", 3), figures("lost", 1), figures("hopeless", 0)];
const third = [figures("steady", 3), figures("mended", 0), figures("extra", 3), figures("undone", 0, 0)];

const chosen = (filter: MatrixFilter, column: number): string[] =>
  taskMatrix([before, after, third])
    .filter((row) => fitsMatrix(row, filter, column))
    .map(({ taskId }) => taskId);

describe("the matrix of tasks", () => {
  it("has a row for each task of any column, and says where it was not done or came to nothing that counts", () => {
    const rows = taskMatrix([before, third]);
    expect(rows.map(({ taskId }) => taskId)).toEqual([
      "steady",
      "mended",
      "lost",
      "hopeless",
      "extra",
      "undone",
    ]);
    expect(rows[2]?.cells).toEqual([figures("lost", 2), null]);
    expect(rows[5]?.cells).toEqual([null, null]);
  });

  it("tells tasks that all pass from those that none does", () => {
    expect(chosen("allPass", 0)).toEqual(["steady", "extra"]);
    expect(chosen("nonePass", 0)).toEqual(["hopeless"]);
    expect(chosen("differing", 0)).toEqual(["mended", "lost"]);
    expect(chosen("all", 0)).toHaveLength(6);
  });

  it("finds what one column fixed and broke against the first, and what it alone can do", () => {
    expect(chosen("fixed", 1)).toEqual(["mended"]);
    expect(chosen("broken", 1)).toEqual(["lost"]);
    expect(chosen("onlyThis", 1)).toEqual(["mended"]);
    expect(chosen("onlyThis", 0)).toEqual(["lost"]);
    expect(chosen("fixed", 2)).toEqual([]);
  });

  it("says of a column held against itself that nothing changed", () => {
    expect(chosen("fixed", 0)).toEqual([]);
    expect(chosen("broken", 0)).toEqual([]);
  });
});
