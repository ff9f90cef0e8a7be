import type { BatchComparison, ComparedTask } from "../../contracts/batch/batch-comparison.ts";
import type { TaskId } from "../../contracts/values/batch-ids.ts";
import { reasonCause } from "../judging/check-cause.ts";
import { checkSentence } from "../judging/check-sentence.ts";
import {
  chooserOf,
  type EndedRun,
  endedRun,
  grouped,
  isCounted,
  type JudgedItem,
  tallyOf,
} from "./ended-run.ts";
import { groupStatistics } from "./group-statistics.ts";
import { mcnemar, signFlip } from "./paired-test.ts";
import type { RunTally } from "./rate-interval.ts";
import { sumOf } from "./share.ts";
import { studentQuantile } from "./student-t.ts";

/** One side: a batch's items, or a variant's of it. */
export interface Side {
  /** For people. */
  readonly label: string;
  readonly items: readonly JudgedItem[];
}

/** Task by task, by their ids; what did not count on one side is named and not compared. */
export function compareRuns(before: Side, after: Side): BatchComparison {
  const [one, other] = [gather(before), gather(after)];
  const tasks = [...one.tasks].flatMap(([taskId, tally]) => {
    const second = other.tasks.get(taskId);
    return second ? [comparedTask(taskId, tally, second, failuresOf(other.byTask.get(taskId) ?? []))] : [];
  });
  const count = (change: ComparedTask["change"]): number =>
    tasks.filter((task) => task.change === change).length;
  const missing = (from: Gathered, there: Gathered): TaskId[] =>
    [...from.tasks.keys()].filter((taskId) => !there.tasks.has(taskId));
  return {
    schemaVersion: 1,
    before: { label: before.label, agents: one.agents, statistics: one.statistics },
    after: { label: after.label, agents: other.agents, statistics: other.statistics },
    paired: tasks.length,
    fixed: count("fixed"),
    broken: count("broken"),
    same: count("same"),
    difference: meanDifference(tasks.map(({ difference }) => difference)),
    test: pairedTest(tasks),
    tasks,
    onlyBefore: missing(one, other),
    onlyAfter: missing(other, one),
  };
}

/**
 * Two batches by what both ran: the same variant with the same agent, or else the same variant with whichever; where they share none, by all
 * that each has.
 */
export function compareBatches(before: Side, after: Side): BatchComparison {
  for (const alike of [variantAndAgent, ({ variant }: JudgedItem) => variant]) {
    const later = new Set(after.items.map(alike));
    const shared = new Set(before.items.map(alike).filter((one) => later.has(one)));
    const within = ({ label, items }: Side): Side => ({
      label,
      items: items.filter((item) => shared.has(alike(item))),
    });
    if (shared.size > 0) return compareRuns(within(before), within(after));
  }
  return compareRuns(before, after);
}

/** The model is the variant's to name; an item that no agent had yet is nobody's. */
function variantAndAgent({ variant, attempts }: JudgedItem): string {
  const last = attempts.at(-1);
  const { kind = null, agent = null } = last === undefined ? {} : chooserOf({ last });
  return JSON.stringify([variant, kind, agent]);
}

type Gathered = ReturnType<typeof gather>;

function gather({ items }: Side) {
  const runs = items.map(endedRun).filter((run) => run !== null);
  const byTask = grouped(runs, ({ taskId }) => taskId);
  const tallies = [...byTask].map(([taskId, group]) => [taskId, tallyOf(group)] as const);
  return {
    byTask,
    statistics: groupStatistics(runs),
    agents: [...grouped(runs, (run) => JSON.stringify(chooserOf(run))).values()].flatMap((group) => {
      const [first] = group;
      return first === undefined ? [] : [{ ...chooserOf(first), runs: group.length }];
    }),
    tasks: new Map(tallies.filter(([, tally]) => tally.runs > 0)),
  };
}

const rateOf = ({ runs, successes }: RunTally): number => successes / runs;
const passes = (tally: RunTally): boolean => rateOf(tally) > 0.5;

const mostFailures = 5;

/** Why runs failed, alike with alike. */
function failuresOf(runs: readonly EndedRun[]): NonNullable<ComparedTask["failures"]> {
  const failed = runs.filter((run) => isCounted(run) && run.outcome !== "succeeded");
  return [...grouped(failed, ({ last }) => reasonCause(last)).values()]
    .flatMap((alike) => {
      const [first] = alike;
      if (first === undefined) return [];
      const { failedCheck, outcomeReason, jobId } = first.last;
      const reason =
        failedCheck === undefined ? (outcomeReason ?? first.outcome) : checkSentence(failedCheck);
      return [{ reason, count: alike.length, jobId }];
    })
    .sort((one, next) => next.count - one.count)
    .slice(0, mostFailures);
}

function comparedTask(
  taskId: TaskId,
  before: RunTally,
  after: RunTally,
  failures: NonNullable<ComparedTask["failures"]>,
): ComparedTask {
  const [was, is] = [passes(before), passes(after)];
  const change = was === is ? "same" : is ? "fixed" : "broken";
  return { taskId, change, before, after, difference: rateOf(after) - rateOf(before), failures };
}

/** E. Miller, Adding Error Bars to Evals, arXiv:2411.00640, section 4.2: what all tasks have in common falls out. */
function meanDifference(differences: readonly number[]): BatchComparison["difference"] {
  const count = differences.length;
  if (count === 0) return { mean: null, low: null, high: null };
  const mean = sumOf(differences, (one) => one) / count;
  if (count === 1) return { mean, low: null, high: null };
  const variance = sumOf(differences, (one) => (one - mean) ** 2) / (count - 1);
  const reach = studentQuantile(count - 1) * Math.sqrt(variance / count);
  return { mean, low: Math.max(-1, mean - reach), high: Math.min(1, mean + reach) };
}

function pairedTest(tasks: readonly ComparedTask[]): BatchComparison["test"] {
  const differing = tasks.filter(({ difference }) => difference !== 0).length;
  const once = tasks.every(({ before, after }) => before.runs === 1 && after.runs === 1);
  if (tasks.length === 0) return { method: "mcnemar", pValue: null, differing };
  if (!once) return { ...signFlip(tasks.map(({ difference }) => difference)), differing };
  const better = tasks.filter(({ difference }) => difference > 0).length;
  return { method: "mcnemar", pValue: mcnemar(better, differing - better), differing };
}
