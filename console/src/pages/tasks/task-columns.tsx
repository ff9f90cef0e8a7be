import type { TaskHistory } from "#shared/contracts/api/responses/schedule-response.ts";
import { Duration, Money } from "../../parts/figures.tsx";
import type { Column } from "../../parts/virtual-table.tsx";
import { RunStrip } from "./run-strip.tsx";

const mostCells = 40;

/** Of the last run with a figure. */
const lastOf = (task: TaskHistory, value: (run: TaskHistory["runs"][number]) => number | undefined) =>
  task.runs.map(value).findLast((one) => one !== undefined);

export const taskHistoryColumns: readonly Column<TaskHistory>[] = [
  {
    name: "task",
    header: "Task",
    sort: { by: "task", value: ({ taskId }) => taskId },
    cell: ({ taskId, quarantined, candidate }) => (
      <>
        <span className="mono">{taskId}</span>
        {quarantined && <span className="tasks-note"> in quarantine</span>}
        {candidate && <span className="tasks-note tasks-flaky"> flaky</span>}
      </>
    ),
  },
  { name: "runs", header: "Last runs", cell: ({ runs }) => <RunStrip runs={runs.slice(-mostCells)} /> },
  {
    name: "success",
    header: "Success",
    number: true,
    sort: { by: "success", value: ({ successRate }) => successRate },
    cell: ({ successRate }) => (successRate === null ? null : `${Math.round(successRate * 100)} %`),
  },
  {
    name: "flips",
    header: "Flips",
    number: true,
    sort: { by: "flips", value: ({ flips }) => flips.changes, largestFirst: true },
    cell: ({ flips: { changes, of } }) =>
      of === 0 ? null : (
        <span title="Changes of the result in the last 20 runs, of the possible changes">{`${changes} of ${of}`}</span>
      ),
  },
  {
    name: "time",
    header: "Time",
    number: true,
    sort: { by: "time", value: (task) => lastOf(task, (run) => run.milliseconds), largestFirst: true },
    cell: (task) => {
      const milliseconds = lastOf(task, (run) => run.milliseconds);
      return milliseconds === undefined ? null : <Duration milliseconds={milliseconds} />;
    },
  },
  {
    name: "cost",
    header: "Cost",
    number: true,
    sort: { by: "cost", value: (task) => lastOf(task, (run) => run.costUsd), largestFirst: true },
    cell: (task) => {
      const usd = lastOf(task, (run) => run.costUsd);
      return usd === undefined ? null : <Money usd={usd} />;
    },
  },
];
