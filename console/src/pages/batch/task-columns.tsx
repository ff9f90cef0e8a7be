import type { TaskStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { durationText, moneyText, shareText, tokensText } from "../../parts/format.ts";
import type { Column } from "../../parts/virtual-table.tsx";

const orders = ["task", "rate", "flips", "steps", "tokens", "time", "money"] as const;
export type TaskOrder = (typeof orders)[number];
export const isTaskOrder = (text: string | undefined): text is TaskOrder =>
  orders.some((one) => one === text);

/** What a column is sorted by, the largest first; unknown comes last. */
const figureOf: { readonly [Order in Exclude<TaskOrder, "task">]: (task: TaskStatistics) => number } = {
  rate: ({ rate }) => (rate === null ? Number.NEGATIVE_INFINITY : -rate),
  flips: ({ flipRate }) => flipRate ?? Number.NEGATIVE_INFINITY,
  steps: ({ medianSteps }) => medianSteps ?? Number.NEGATIVE_INFINITY,
  tokens: ({ medianTokens }) => medianTokens ?? Number.NEGATIVE_INFINITY,
  time: ({ medianWallMilliseconds }) => medianWallMilliseconds ?? Number.NEGATIVE_INFINITY,
  money: ({ costUsd }) => costUsd,
};

/** The worst first, whatever the column: the least success, the most of all else. */
export function sortTasks(tasks: readonly TaskStatistics[], order: TaskOrder): readonly TaskStatistics[] {
  if (order === "task") return tasks;
  const value = figureOf[order];
  return tasks.toSorted((one, other) => value(other) - value(one));
}

interface TaskColumns {
  readonly order: TaskOrder;
  readonly onOrder: (order: TaskOrder) => void;
  readonly choose: (task: TaskStatistics) => void;
}

export function taskColumns({ order, onOrder, choose }: TaskColumns): readonly Column<TaskStatistics>[] {
  const header = (name: TaskOrder, label: string) => (
    <button type="button" className="bare sorter" aria-pressed={order === name} onClick={() => onOrder(name)}>
      {label}
      {order === name && <span aria-hidden="true">{name === "task" ? "" : " ▾"}</span>}
    </button>
  );
  const figure = (
    name: TaskOrder,
    label: string,
    value: (task: TaskStatistics) => number | null,
    words: (value: number) => string,
  ): Column<TaskStatistics> => ({
    name,
    header: header(name, label),
    number: true,
    cell: (task) => {
      const known = value(task);
      return known === null ? <span className="quiet">–</span> : words(known);
    },
  });
  return [
    {
      name: "task",
      header: header("task", "Task"),
      cell: (task) => (
        <button type="button" className="bare task-name" onClick={() => choose(task)}>
          {task.taskId}
        </button>
      ),
    },
    { name: "variant", header: "Model", cell: ({ variant }) => variant },
    {
      name: "runs",
      header: "Passed",
      number: true,
      cell: ({ successes, runs }) => `${successes} of ${runs}`,
    },
    figure("rate", "Success", ({ rate }) => rate, shareText),
    figure("flips", "Flip rate", ({ flipRate }) => flipRate, shareText),
    figure("steps", "Steps", ({ medianSteps }) => medianSteps, String),
    figure("tokens", "Tokens", ({ medianTokens }) => medianTokens, tokensText),
    figure("time", "Time", ({ medianWallMilliseconds }) => medianWallMilliseconds, durationText),
    figure("money", "Money", ({ costUsd }) => costUsd, moneyText),
  ];
}
