import type { TaskStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { durationText, moneyText, shareText, tokensText } from "../../parts/format.ts";
import type { Column } from "../../parts/virtual-table.tsx";

interface TaskColumns {
  readonly choose: (task: TaskStatistics) => void;
}

/** The worst first, whatever the column: the least success, the most of all else. */
export function taskColumns({ choose }: TaskColumns): readonly Column<TaskStatistics>[] {
  const figure = (
    name: string,
    label: string,
    value: (task: TaskStatistics) => number | null,
    words: (value: number) => string,
  ): Column<TaskStatistics> => ({
    name,
    header: label,
    number: true,
    sort: { by: name, value, largestFirst: name !== "rate" },
    cell: (task) => {
      const known = value(task);
      return known === null ? <span className="quiet">–</span> : words(known);
    },
  });
  return [
    {
      name: "task",
      header: "Task",
      sort: { by: "task", value: ({ taskId }) => taskId },
      cell: (task) => (
        <button type="button" className="bare task-name" onClick={() => choose(task)}>
          {task.taskId}
        </button>
      ),
    },
    {
      name: "variant",
      header: "Model",
      sort: { by: "model", value: ({ variant }) => variant },
      cell: ({ variant }) => variant,
    },
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
    figure("money", "Cost", ({ costUsd }) => costUsd, moneyText),
  ];
}
