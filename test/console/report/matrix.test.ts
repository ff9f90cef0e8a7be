import { expect, it } from "vitest";
import { type MatrixRowFilter, matrixOf, matrixRows } from "../../../console/src/report/matrix.ts";

const line = (taskId: string, variant: string, outcome: "succeeded" | "failed") => ({
  jobId: `${taskId}-${variant}`,
  task: taskId,
  outcome,
  steps: 1,
  milliseconds: 1,
  tokens: 1,
  taskId,
  variant,
});

it("shows tasks by models: all, those that every run passes, that none does, and that differ", () => {
  const matrix = matrixOf([
    line("both", "a", "succeeded"),
    line("both", "b", "succeeded"),
    line("one", "b", "failed"),
    line("one", "a", "succeeded"),
    line("none", "a", "failed"),
  ]);
  expect(matrix.variants).toEqual(["a", "b"]);
  const tasks = (filter: MatrixRowFilter): readonly string[] =>
    matrixRows(matrix, filter).map(({ taskId }) => taskId);
  expect(tasks("all")).toEqual(["both", "one", "none"]);
  expect(tasks("pass")).toEqual(["both"]);
  expect(tasks("none")).toEqual(["none"]);
  expect(tasks("differing")).toEqual(["one"]);
  expect(matrix.rows.at(-1)?.cells.map((runs) => runs.length)).toEqual([1, 0]);
  expect(matrixOf([{ jobId: "x", task: "x", steps: 0, milliseconds: 0, tokens: 0 }]).rows).toEqual([]);
});
