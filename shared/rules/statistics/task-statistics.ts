import type { BatchStatistics, TaskStatistics } from "../../contracts/batch/batch-statistics.ts";
import { roundUsd } from "../../values/round-usd.ts";
import {
  type EndedRun,
  grouped,
  isCounted,
  outcomeCounts,
  tallyOf,
  taskAndVariant,
  tokensUsed,
} from "./ended-run.ts";
import { flipRate } from "./pass-at-k.ts";
import { median } from "./quartiles.ts";
import { share, sumOf } from "./share.ts";

const mostRanked = 10;

/** A row for each task with each of its variants, in the order in which they first came. */
export const taskStatistics = (runs: readonly EndedRun[]): readonly TaskStatistics[] =>
  [...grouped(runs, taskAndVariant).values()].flatMap((group) => {
    const [first] = group;
    return first ? [taskRow(first, group)] : [];
  });

function taskRow({ taskId, variant }: EndedRun, group: readonly EndedRun[]): TaskStatistics {
  const tally = tallyOf(group);
  const last = group.filter(isCounted).map((run) => run.last);
  return {
    taskId,
    variant,
    ended: group.length,
    outcomes: outcomeCounts(group),
    ...tally,
    rate: share(tally.successes, tally.runs),
    flipRate: flipRate(tally),
    medianSteps: median(last.map(({ steps }) => steps)),
    medianTokens: median(last.map(tokensUsed)),
    medianWallMilliseconds: median(last.map(({ wallMilliseconds }) => wallMilliseconds)),
    costUsd: roundUsd(sumOf(group, ({ costUsd }) => costUsd)),
  };
}

type Extremes = Pick<BatchStatistics, "slowest" | "dearest" | "flakiest">;

/** The tasks that a person should look at first. */
export function extremes(tasks: readonly TaskStatistics[]): Extremes {
  const ranked = (of: (task: TaskStatistics) => number | null): Extremes["slowest"] =>
    tasks
      .map((task) => ({ taskId: task.taskId, variant: task.variant, value: of(task) ?? 0 }))
      .filter(({ value }) => value > 0)
      .sort((one, other) => other.value - one.value)
      .slice(0, mostRanked);
  return {
    slowest: ranked(({ medianWallMilliseconds }) => medianWallMilliseconds),
    dearest: ranked(({ costUsd }) => costUsd),
    flakiest: ranked((task) => task.flipRate),
  };
}
