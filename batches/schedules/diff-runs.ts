import type { ComparedTask } from "#shared/contracts/batch/batch-comparison.ts";
import type { ScheduleName } from "#shared/contracts/batch/schedule.ts";
import type {
  ChangedTask,
  DiffSide,
  FlakyTask,
  RisenTask,
  ScheduleDiff,
} from "#shared/contracts/batch/schedule-diff.ts";
import type { TaskRun } from "#shared/contracts/batch/task-runs.ts";
import type { TaskId } from "#shared/contracts/values/batch-ids.ts";
import type { JobId, Timestamp } from "#shared/contracts/values/ids.ts";
import { compareBatches } from "#shared/rules/statistics/compare-runs.ts";
import { grouped, type JudgedItem } from "#shared/rules/statistics/ended-run.ts";
import { flipFigures } from "#shared/rules/statistics/flip-figures.ts";
import { median } from "#shared/rules/statistics/quartiles.ts";
import { sumOf } from "#shared/rules/statistics/share.ts";
import { defined } from "#shared/values/defined.ts";
import { type RiseRule, significantRise } from "./significant-rise.ts";

interface Side {
  readonly side: DiffSide;
  readonly items: readonly JudgedItem[];
}

export interface RunsToDiff {
  readonly schedule: ScheduleName;
  readonly at: Timestamp;
  /** How the later run's batch ended. */
  readonly status: string;
  /** Null: the first run. */
  readonly before: Side | null;
  readonly after: Side;
  /** Of the tasks of the later run over all batches, this run's included, oldest first. */
  readonly history: ReadonlyMap<TaskId, readonly TaskRun[]>;
  readonly quarantined: ReadonlySet<TaskId>;
}

const mostListed = 200;
/** A majority that changed by less is a task that goes to and fro. */
const certainDifference = 0.5;
/** Among so many of its last runs… */
const flakyAmong = 10;
/** …so many changes. A task that broke and was fixed has two. */
const flakyChanges = 3;

const slowerRule: RiseRule = { factor: 1.25, least: 5_000 };
const dearerRule: RiseRule = { factor: 1.25, least: 0.005 };

type Change = "fixed" | "broken" | "flaky" | "same";

/** What changed since the last run. What is flaky is neither fixed nor broken; what is slower or more expensive may be any. */
export function diffRuns(given: RunsToDiff): ScheduleDiff {
  const { schedule, at, status, before, after, history } = given;
  const comparison =
    before &&
    compareBatches({ label: "before", items: before.items }, { label: "after", items: after.items });
  const compared = new Map(comparison?.tasks.map((task) => [task.taskId, task]));
  const reasons = reasonsOf(after.items);
  const found = [...currentRuns(history, after.side)].map(([taskId, runs]) =>
    judged(taskId, runs, compared.get(taskId), given, reasons),
  );
  const listed = <Kind>(pick: (one: Judged) => Kind | null): Kind[] =>
    found.flatMap((one) => pick(one) ?? []);
  const lists = {
    fixed: listed(({ change, task }) => (change === "fixed" ? task : null)),
    broken: listed(({ change, task }) => (change === "broken" ? task : null)),
    flaky: listed(({ flaky }) => flaky),
    slower: listed(({ slower }) => slower),
    dearer: listed(({ dearer }) => dearer),
  };
  const first = <Item>(items: readonly Item[]): Item[] => items.slice(0, mostListed);
  return {
    schemaVersion: 1,
    schedule,
    at,
    before: before?.side ?? null,
    after: after.side,
    status,
    counts: {
      fixed: lists.fixed.length,
      broken: lists.broken.length,
      flaky: lists.flaky.length,
      slower: lists.slower.length,
      dearer: lists.dearer.length,
    },
    difference: comparison?.difference.mean ?? null,
    pValue: comparison?.test.pValue ?? null,
    fixed: first(lists.fixed),
    broken: first(lists.broken),
    flaky: first(lists.flaky),
    slower: first(lists.slower),
    dearer: first(lists.dearer),
    added: first(comparison?.onlyAfter ?? []),
    missing: first(comparison?.onlyBefore ?? []),
  };
}

/** Of each task what this run added to its history, with what was there before. */
function* currentRuns(
  history: RunsToDiff["history"],
  { batchId }: DiffSide,
): Generator<readonly [TaskId, { readonly now: readonly TaskRun[]; readonly all: readonly TaskRun[] }]> {
  for (const [taskId, all] of history) {
    const now = all.filter((run) => run.batchId === batchId);
    if (now.some(({ runs }) => runs > 0)) yield [taskId, { now, all }];
  }
}

/** Why jobs ended as they did that did not succeed. */
const reasonsOf = (items: readonly JudgedItem[]): ReadonlyMap<JobId, string> =>
  new Map(
    items.flatMap(({ attempts }) => {
      const { jobId, outcome, outcomeReason } = attempts.at(-1) ?? {};
      const isTold = jobId !== undefined && outcome !== "succeeded" && outcomeReason !== undefined;
      return isTold ? [[jobId, outcomeReason] as const] : [];
    }),
  );

interface Judged {
  readonly task: ChangedTask;
  readonly change: Change;
  readonly flaky: FlakyTask | null;
  readonly slower: RisenTask | null;
  readonly dearer: RisenTask | null;
}

function judged(
  taskId: TaskId,
  { now, all }: { readonly now: readonly TaskRun[]; readonly all: readonly TaskRun[] },
  compared: ComparedTask | undefined,
  { quarantined, after }: RunsToDiff,
  reasons: ReadonlyMap<JobId, string>,
): Judged {
  const tally = { runs: sumOf(now, ({ runs }) => runs), successes: sumOf(now, ({ successes }) => successes) };
  const shown = now.find(({ runs, successes }) => successes < runs) ?? now.at(-1);
  const task: ChangedTask = {
    taskId,
    before: compared?.before ?? null,
    after: compared?.after ?? tally,
    quarantined: quarantined.has(taskId),
    ...defined({ jobId: shown?.jobId, reason: shown && reasons.get(shown.jobId) }),
  };
  const last = [...grouped(all, ({ variant }) => variant).values()].flatMap((some) =>
    some.slice(-flakyAmong),
  );
  const { changes, of } = flipFigures(last);
  const change = changeOf(compared, changes, now);
  const earlier = all.filter(({ batchId }) => batchId !== after.side.batchId);
  const rise = (value: (run: TaskRun) => number | undefined, rule: RiseRule): RisenTask | null => {
    const up = significantRise(median(present(now, value)) ?? 0, present(earlier, value).slice(-20), rule);
    return up && { ...task, ...up };
  };
  return {
    task,
    change,
    flaky: change === "flaky" ? { ...task, changes, of } : null,
    slower: rise(({ milliseconds }) => milliseconds, slowerRule),
    dearer: rise(({ costUsd }) => costUsd, dearerRule),
  };
}

function changeOf(compared: ComparedTask | undefined, changes: number, now: readonly TaskRun[]): Change {
  if (changes >= flakyChanges) return "flaky";
  const change = compared?.change ?? "same";
  if (change !== "same" && Math.abs(compared?.difference ?? 0) >= certainDifference) return change;
  return change !== "same" || now.some(({ mixed }) => mixed) ? "flaky" : "same";
}

const present = (runs: readonly TaskRun[], value: (run: TaskRun) => number | undefined): number[] =>
  runs.flatMap((run) => value(run) ?? []);
