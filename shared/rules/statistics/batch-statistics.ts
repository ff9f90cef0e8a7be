import type { Batch } from "../../contracts/batch/batch.ts";
import type { BatchItemStatus } from "../../contracts/batch/batch-item.ts";
import type { BatchStatistics } from "../../contracts/batch/batch-statistics.ts";
import type { TaskId } from "../../contracts/values/batch-ids.ts";
import { defined } from "../../values/defined.ts";
import { earlyStops, type LeftOut } from "./early-stops.ts";
import { chooserOf, type EndedRun, endedRun, grouped, type JudgedItem } from "./ended-run.ts";
import { groupStatistics } from "./group-statistics.ts";
import { extremes, taskStatistics } from "./task-statistics.ts";

/** `lineCount`: of the whole manifest. */
type Whole = Partial<Pick<Batch, "batchId" | "name" | "lineCount" | "changes" | "quarantined">>;

/** Takes a batch's items one by one, as pages of a query or lines of a file come, and says their results. */
export interface StatisticsGatherer {
  readonly add: (item: JudgedItem) => void;
  readonly result: () => BatchStatistics;
}

export function gatherStatistics(whole: Whole = {}): StatisticsGatherer {
  const runs: EndedRun[] = [];
  const leftOut: LeftOut[] = [];
  const items: Record<BatchItemStatus, number> = { running: 0, ended: 0, deferred: 0, skipped: 0 };
  return {
    add: (item) => {
      const run = endedRun(item);
      items[item.status] += 1;
      if (run) runs.push(run);
      if (item.skippedFor === "enough") leftOut.push({ taskId: item.taskId, variant: item.variant });
    },
    result: () => {
      const tasks = taskStatistics(runs);
      return {
        schemaVersion: 1,
        ...defined({ batchId: whole.batchId, name: whole.name }),
        items: { ...defined({ lines: whole.lineCount }), ...items },
        all: groupStatistics(runs),
        variants: [...grouped(runs, ({ variant }) => variant)].map(([variant, group]) => ({
          variant,
          statistics: groupStatistics(group),
        })),
        agents: byAgent(runs),
        tags: byTag(runs),
        tasks: [...tasks],
        ...defined({ quarantined: quarantinedOf(whole.quarantined ?? [], runs) }),
        ...extremes(tasks),
        earlyStops: earlyStops(leftOut, runs),
        changes: [...(whole.changes ?? [])],
      };
    },
  };
}

function quarantinedOf(tasks: readonly TaskId[], runs: readonly EndedRun[]): BatchStatistics["quarantined"] {
  if (tasks.length === 0) return undefined;
  const listed = new Set(tasks);
  const [inside, outside] = [true, false].map((is) => runs.filter(({ taskId }) => listed.has(taskId) === is));
  return {
    tasks: [...tasks],
    statistics: groupStatistics(inside ?? []),
    others: groupStatistics(outside ?? []).success,
  };
}

function byAgent(runs: readonly EndedRun[]): BatchStatistics["agents"] {
  return [...grouped(runs, (run) => JSON.stringify(chooserOf(run))).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ ...chooserOf(first), statistics: groupStatistics(group) }];
  });
}

function byTag(runs: readonly EndedRun[]): BatchStatistics["tags"] {
  const tagged = runs.flatMap((run) => [...new Set(run.tags)].map((tag) => ({ tag, run })));
  return [...grouped(tagged, ({ tag }) => tag)]
    .map(([tag, group]) => ({ tag, statistics: groupStatistics(group.map(({ run }) => run)) }))
    .sort((one, other) => (one.tag < other.tag ? -1 : 1));
}
