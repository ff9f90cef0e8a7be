import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { TaskRun } from "#shared/contracts/batch/task-runs.ts";
import type { TaskId } from "#shared/contracts/values/batch-ids.ts";
import type { Timestamp } from "#shared/contracts/values/ids.ts";
import {
  countedOutcome,
  type EndedRun,
  endedRun,
  grouped,
  isCounted,
  type JudgedItem,
  taskAndVariant,
} from "#shared/rules/statistics/ended-run.ts";
import { median } from "#shared/rules/statistics/quartiles.ts";
import { defined } from "#shared/values/defined.ts";

type Of = Pick<Batch, "batchId" | "name" | "schedule">;

interface Ended {
  readonly run: EndedRun;
  /** Its attempts came to different things. */
  readonly mixed: boolean;
}

/** What each task of a batch came to, a run each variant. Items that have not ended are left out. */
export function runsOfBatch(
  { batchId, name, schedule }: Of,
  items: Iterable<JudgedItem>,
  at: Timestamp,
): ReadonlyMap<TaskId, readonly TaskRun[]> {
  const ended: Ended[] = [];
  for (const item of items) {
    const run = endedRun(item);
    if (run !== null) ended.push({ run, mixed: disagree(item) });
  }
  const runs = [...grouped(ended, ({ run }) => taskAndVariant(run)).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const place = { batchId, batchName: name, ...defined({ schedule: schedule?.name }) };
    return [{ taskId: first.run.taskId, run: { ...place, at, ...cell(group, first.run) } }];
  });
  return new Map(
    [...grouped(runs, ({ taskId }) => taskId)].map(([taskId, its]) => [taskId, its.map(({ run }) => run)]),
  );
}

function cell(group: readonly Ended[], { variant, last }: EndedRun) {
  const counted = group.map(({ run }) => run).filter(isCounted);
  const won = counted.filter(({ outcome }) => outcome === "succeeded");
  const shown = group.find(({ run }) => run.outcome !== "succeeded") ?? group.at(-1);
  const figures = defined({
    milliseconds: medianOf(
      won.map(({ last: { wallMilliseconds, queuedMilliseconds } }) =>
        Math.max(0, wallMilliseconds - queuedMilliseconds),
      ),
    ),
    costUsd: won.some(({ unpricedAttempts }) => unpricedAttempts > 0)
      ? undefined
      : medianOf(won.map(({ last: { costUsd } }) => costUsd ?? 0)),
  });
  return {
    variant,
    runs: counted.length,
    successes: won.length,
    others: group.length - counted.length,
    mixed: (won.length > 0 && won.length < counted.length) || group.some(({ mixed }) => mixed),
    jobId: (shown?.run.last ?? last).jobId,
    ...figures,
  };
}

const medianOf = (values: readonly number[]): number | undefined => median(values) ?? undefined;

/** It failed and succeeded, in whatever order. */
function disagree({ attempts }: JudgedItem): boolean {
  const outcomes = attempts.flatMap(({ outcome, review }) =>
    outcome === undefined ? [] : [countedOutcome(outcome, review).outcome],
  );
  return outcomes.includes("succeeded") && outcomes.includes("failed");
}
