import "./tasks-page.css";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useApiPages } from "../../api/use-api.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { useWholeList, withSort } from "../../parts/sorting.ts";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { useNarrow } from "../../parts/use-narrow.ts";
import { VirtualTable } from "../../parts/virtual-table.tsx";
import { taskHistoryColumns } from "./task-columns.tsx";

const route = getRouteApi("/tasks");
const asked = { query: { limit: 50 } };

/** What the address says, once all tasks are there to be sorted. */
function useTaskOrder(tasks: Parameters<typeof useWholeList>[0]) {
  const { sort } = route.useSearch();
  const navigate = useNavigate({ from: "/tasks" });
  const isWhole = useWholeList(tasks, sort !== undefined);
  return {
    sorting: {
      sort: isWhole ? sort : undefined,
      onSort: (by: string | undefined): void =>
        void navigate({ search: (before) => withSort(before, by), replace: true }),
    },
    foot: sort !== undefined && !isWhole ? "Loading all tasks to sort them…" : undefined,
  };
}

/** What each task came to over time, over all batches. */
export function TasksPage() {
  const narrow = useNarrow();
  const tasks = useApiPages("listTaskHistories", asked);
  const { data, hasNextPage } = tasks;
  const order = useTaskOrder(tasks);
  return (
    <div className="page-full">
      <div className="page-head">
        <h1>Tasks over time</h1>
        <CopyRequest name="listTaskHistories" asked={asked} cli="drover show --history" />
        <Link to="/schedules">Schedules</Link>
      </div>
      {tasks.isError && <Failure error={tasks.error} retry={tasks.refetch} />}
      {data?.length === 0 && !hasNextPage && (
        <EmptyState title="No batch has ended yet." command="drover batch run tasks.yaml --repeat 3">
          This page shows each task's results, times and costs across batches.
        </EmptyState>
      )}
      {data !== undefined && (data.length > 0 || hasNextPage) && (
        <VirtualTable
          label="Tasks"
          className="tasks-table table-stacks"
          columns={taskHistoryColumns}
          rows={data}
          rowKey={({ taskId }) => taskId}
          rowHeight={narrow ? 76 : 36}
          {...order}
          onEnd={() => {
            if (hasNextPage && !tasks.isFetchingNextPage) void tasks.fetchNextPage();
          }}
        />
      )}
    </div>
  );
}
