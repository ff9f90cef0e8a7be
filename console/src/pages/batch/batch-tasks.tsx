import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import type { BatchStatistics, TaskStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { durationText, moneyText, shareText } from "../../parts/format.ts";
import { Failure } from "../../parts/states/failure.tsx";
import { useNarrow } from "../../parts/use-narrow.ts";
import { VirtualTable } from "../../parts/virtual-table.tsx";
import type { BatchSearch, ChangeSearch } from "./batch-search.ts";
import { taskColumns } from "./task-columns.tsx";

interface BatchTasksProps {
  readonly batch: BatchResponse;
  readonly search: BatchSearch;
  readonly change: ChangeSearch;
  readonly statistics: {
    readonly data: BatchStatistics | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
}

/** Task by task, and those that stand out. */
export function BatchTasks({ search, change, statistics: { data, error, refetch } }: BatchTasksProps) {
  const narrow = useNarrow();
  if (data === undefined) return error === null ? null : <Failure error={error} retry={refetch} />;
  const choose = ({ taskId, variant }: Pick<TaskStatistics, "taskId" | "variant">): void =>
    change({ taskId, variant, view: undefined, outcome: undefined, errorCode: undefined, cause: undefined });
  return (
    <div className="batch-tasks">
      <div className="batch-ranks">
        <Ranks title="Slowest" ranked={data.slowest} words={durationText} onChoose={choose} />
        <Ranks title="Most expensive" ranked={data.dearest} words={moneyText} onChoose={choose} />
        <Ranks title="Most flaky" ranked={data.flakiest} words={shareText} onChoose={choose} />
      </div>
      <VirtualTable
        label="Tasks"
        className="tasks-table table-stacks"
        columns={taskColumns({ choose })}
        rows={data.tasks}
        sorting={{ sort: search.sort, onSort: (sort) => change({ sort }) }}
        rowKey={({ taskId, variant }) => `${taskId} ${variant}`}
        rowHeight={narrow ? 64 : 32}
      />
    </div>
  );
}

interface RanksProps {
  readonly title: string;
  readonly ranked: BatchStatistics["slowest"];
  readonly words: (value: number) => string;
  readonly onChoose: (task: Pick<TaskStatistics, "taskId" | "variant">) => void;
}

const mostRanked = 3;

function Ranks({ title, ranked, words, onChoose }: RanksProps) {
  return (
    <section>
      <h2>{title}</h2>
      {ranked.length === 0 && <p className="quiet">–</p>}
      <ol>
        {ranked.slice(0, mostRanked).map((one) => (
          <li key={`${one.taskId} ${one.variant}`}>
            <button type="button" className="bare" onClick={() => onChoose(one)}>
              <span>{one.taskId}</span>
              <span className="quiet">{one.variant}</span>
            </button>
            <span className="number">{words(one.value)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
