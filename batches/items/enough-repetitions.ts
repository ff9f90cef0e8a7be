import type { EnoughRule } from "#shared/contracts/batch/batch-settings.ts";
import type { JobOutcome } from "#shared/contracts/job/job.ts";
import { countsAsRun, halfWidth, hasAgreed } from "#shared/rules/statistics/stop-when.ts";
import type { IndexedLine } from "./plan-round.ts";

/** A repetition that has ended. */
export interface EndedLike {
  readonly taskId: string;
  readonly variant: string;
  readonly outcome: JobOutcome;
  readonly endedAt: string;
}

export interface Enough {
  /** Why the repetition is not needed; null: it is. */
  readonly needless: (line: Pick<IndexedLine, "taskId" | "variant">) => string | null;
  /** How many more repetitions of the task may run before the next decision. */
  readonly mayRun: (line: Pick<IndexedLine, "taskId" | "variant">) => number;
}

const taskOf = ({ taskId, variant }: Pick<EndedLike, "taskId" | "variant">): string => `${taskId} ${variant}`;

/** Whether the remaining repetitions are needed, by the ended ones. */
export function enoughOf(rule: EnoughRule | undefined, runs: readonly EndedLike[]): Enough {
  const { agree, ci } = rule ?? {};
  const counted = runs.filter(({ outcome }) => countsAsRun(outcome));
  const byTask = Map.groupBy(
    counted.toSorted((a, b) => (a.endedAt < b.endedAt ? -1 : 1)),
    taskOf,
  );
  const byVariant = Map.groupBy(counted, ({ variant }) => variant);
  const known = new Map(
    [...byVariant].map(([variant, some]) => {
      const successes = some.filter(({ outcome }) => outcome === "succeeded").length;
      return [variant, halfWidth(successes, some.length)] as const;
    }),
  );
  return {
    needless: (line) => {
      const outcomes = (byTask.get(taskOf(line)) ?? []).map(({ outcome }) => outcome);
      if (agree !== undefined && hasAgreed(outcomes, agree))
        return `The last ${agree} repetitions had the same outcome: ${outcomes.at(-1)}.`;
      const width = known.get(line.variant as EndedLike["variant"]);
      if (ci !== undefined && width !== undefined && width <= ci)
        return `The success rate of ${line.variant} is known to ±${(width * 100).toFixed(1)} points.`;
      return null;
    },
    mayRun: (line) => {
      if (rule === undefined) return Number.POSITIVE_INFINITY;
      return Math.max(1, (agree ?? 1) - (byTask.get(taskOf(line))?.length ?? 0));
    },
  };
}
