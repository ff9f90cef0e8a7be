import type { BatchResult } from "#shared/contracts/batch/batch-result.ts";
import type { GroupStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { gatherStatistics } from "#shared/rules/statistics/batch-statistics.ts";
import { groupTable } from "../batch/group-table.ts";
import { amount, dollars, percent, seconds } from "../terminal/figures.ts";
import { table } from "../terminal/table.ts";
import { out } from "../terminal/terminal.ts";
import { type Target, targetsOf } from "./targets.ts";

export interface SuiteFigures {
  readonly all: GroupStatistics;
  readonly levels: readonly Figures[];
  readonly kinds: readonly Figures[];
  readonly targets: readonly Target[];
  /** Ids of those that failed, or did not count. */
  readonly notSolved: readonly { readonly taskId: string; readonly variant: string; readonly why: string }[];
}

interface Figures {
  readonly name: string;
  readonly statistics: GroupStatistics;
}

const levelOrder = ["easy", "medium", "hard"];

/** What a suite's runs came to, by the statistics of any batch. */
export function suiteFigures(results: readonly BatchResult[]): SuiteFigures {
  const gatherer = gatherStatistics();
  for (const result of results) gatherer.add(result);
  const { all, tags } = gatherer.result();
  const named = (prefix: string): Figures[] =>
    tags
      .filter(({ tag }) => tag.startsWith(prefix))
      .map(({ tag, statistics }) => ({ name: tag.slice(prefix.length), statistics }));
  return {
    all,
    levels: named("level:").sort((one, two) => levelOrder.indexOf(one.name) - levelOrder.indexOf(two.name)),
    kinds: named("kind:"),
    targets: targetsOf(results),
    notSolved: results
      .filter(({ outcome }) => outcome !== "succeeded")
      .map(({ taskId, variant, outcome, outcomeReason, reason }) => ({
        taskId,
        variant,
        why: `${outcome ?? "not run"}: ${outcomeReason ?? reason ?? ""}`,
      })),
  };
}

const columns = [
  ...(["tasks", "runs", "success", "these tasks", "tasks like these", "steps"] as const),
  ...(["tokens", "a run", "time", "on a device"] as const),
];

export function reportSuite({ all, levels, kinds, targets, notSolved }: SuiteFigures): void {
  groupTable([...levels, { name: "all", statistics: all }, ...kinds], columns);
  out("");
  table(["target (docs/spec.md A8)", "of", "wanted", "here", ""], targets.map(targetRow));
  if (notSolved.length === 0) return;
  out("");
  table(
    ["not solved", "", ""],
    notSolved.map(({ taskId, variant, why }) => [taskId, variant, why.slice(0, 160)]),
  );
}

const written: Readonly<Record<Target["unit"], (value: number) => string>> = {
  share: percent,
  number: amount,
  usd: dollars,
  seconds: (value) => seconds(value * 1_000),
};

const targetRow = ({ name, of, wanted, value, unit, met }: Target): string[] => [
  name,
  of,
  wanted,
  value === null ? "-" : written[unit](value),
  met === null ? "not known" : met ? "met" : "missed",
];
