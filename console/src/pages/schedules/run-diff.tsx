import { ApiProblem } from "@drover/client";
import { Link } from "@tanstack/react-router";
import type { ChangedTask, RisenTask, ScheduleDiff } from "#shared/contracts/batch/schedule-diff.ts";
import { diffWords } from "#shared/rules/schedule/diff-markdown.ts";
import { useApi } from "../../api/use-api.ts";
import { durationText, moneyText } from "../../parts/format.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { Failure } from "../../parts/states/failure.tsx";

interface DiffProps {
  readonly name: string;
  readonly run: string;
}

/** What a run changed against the last one that finished. */
export function RunDiff({ name, run }: DiffProps) {
  const { data, isError, error, refetch } = useApi("readScheduleRun", { name, run });
  // No run has ended yet.
  if (isError && error instanceof ApiProblem && error.status === 404) return null;
  if (isError) return <Failure error={error} retry={refetch} />;
  const diff = data?.diff;
  if (diff === undefined) return null;
  return (
    <section aria-label="Changes of this run">
      <h2>
        {diff.after.batchName}: {diffWords(diff)}
      </h2>
      {Object.values(diff.counts).some((count) => count > 0) && <DiffTable diff={diff} />}
    </section>
  );
}

function DiffTable({ diff }: { readonly diff: ScheduleDiff }) {
  return (
    <table className="run-diff" aria-label="Changed tasks">
      <thead>
        <tr>
          {["Change", "Task", "Before", "Now", "Why"].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(["broken", "fixed", "flaky"] as const).flatMap((kind) =>
          diff[kind].map((task) => <ChangedRow key={`${kind} ${task.taskId}`} kind={kind} task={task} />),
        )}
        {diff.slower.map((task) => (
          <RisenRow key={`slower ${task.taskId}`} kind="slower" task={task} text={durationText} />
        ))}
        {diff.dearer.map((task) => (
          <RisenRow key={`dearer ${task.taskId}`} kind="dearer" task={task} text={moneyText} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps<Task> {
  readonly kind: string;
  readonly task: Task;
}

const share = (tally: ChangedTask["before"]): string =>
  tally === null ? "new" : `${tally.successes} of ${tally.runs}`;

const ChangedRow = ({ kind, task }: RowProps<ChangedTask>) => (
  <tr>
    <TaskCells kind={kind} task={task} />
    <td>{share(task.before)}</td>
    <td>{share(task.after)}</td>
    <td className="words">
      {task.reason !== undefined && <ScreenText limit={200}>{task.reason}</ScreenText>}
    </td>
  </tr>
);

const RisenRow = ({
  kind,
  task,
  text,
}: RowProps<RisenTask> & { readonly text: (value: number) => string }) => (
  <tr>
    <TaskCells kind={kind} task={task} />
    <td>{text(task.usual)}</td>
    <td>{text(task.now)}</td>
    <td />
  </tr>
);

function TaskCells({ kind, task: { taskId, jobId, quarantined } }: RowProps<ChangedTask>) {
  return (
    <>
      <td className={`change-${kind}`}>{kind}</td>
      <td>
        {jobId === undefined ? (
          taskId
        ) : (
          <Link to="/jobs/$jobId" params={{ jobId }}>
            {taskId}
          </Link>
        )}
        {quarantined && <span className="quiet"> in quarantine</span>}
      </td>
    </>
  );
}
