import type {
  BatchComparison,
  ComparedSide,
  ComparedTask,
} from "#shared/contracts/batch/batch-comparison.ts";
import { sideAgentWords } from "#shared/rules/comparison/side-agent-words.ts";
import { probability } from "../terminal/figures.ts";
import { table } from "../terminal/table.ts";
import { out, plain } from "../terminal/terminal.ts";
import { groupTable } from "./group-table.ts";

const mostListed = 50;

const tests: { readonly [Method in BatchComparison["test"]["method"]]: string } = {
  mcnemar: "McNemar's exact test",
  signFlip: "sign-flip test, all signs",
  signFlipSampled: "sign-flip test, 20,000 drawn signs",
};

/** Two batches or variants, for people, on stdout. */
export function reportComparison(comparison: BatchComparison): void {
  const { before, after, paired, fixed, broken, same, test } = comparison;
  reportSides(comparison);
  out("");
  out(`${paired} tasks on both sides: ${fixed} fixed, ${broken} broken, ${same} same`);
  out(`difference  ${differenceOf(comparison)}`);
  out(`p = ${probability(test.pValue)} (${tests[test.method]}; ${test.differing} tasks differ)`);
  reportChanged(comparison.tasks);
  reportMissing(`only in ${plain(before.label)}`, comparison.onlyBefore);
  reportMissing(`only in ${plain(after.label)}`, comparison.onlyAfter);
}

function reportSides({ before, after }: BatchComparison): void {
  const words = ({ label, agents }: ComparedSide): string =>
    [label, agents.map(agentWords).join(", ")].filter(Boolean).join(": ");
  groupTable(
    [before, after].map((side) => ({ ...side, name: words(side) })),
    ["runs", "success", "these tasks", "cost", "a success", "steps", "tokens", "time"],
  );
}

const mostWords = 60;

const agentWords = (agent: ComparedSide["agents"][number]): string =>
  sideAgentWords(agent).slice(0, mostWords);

function differenceOf({ difference: { mean, low, high } }: BatchComparison): string {
  if (mean === null) return "unknown: no task was run on both sides";
  const points = (value: number): string => `${value >= 0 ? "+" : ""}${(value * 100).toFixed(1)}`;
  const interval = low === null || high === null ? "" : ` (95 %: ${points(low)} to ${points(high)})`;
  return `${points(mean)} points a task${interval}`;
}

function reportChanged(tasks: readonly ComparedTask[]): void {
  const changed = tasks
    .filter(({ difference }) => difference !== 0)
    .sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference));
  if (changed.length === 0) return;
  out("");
  table(
    ["", "task", "before", "after"],
    changed
      .slice(0, mostListed)
      .map(({ change, taskId, before, after, difference }) => [
        change === "same" ? (difference > 0 ? "better" : "worse") : change,
        taskId,
        `${before.successes}/${before.runs}`,
        `${after.successes}/${after.runs}`,
      ]),
  );
  if (changed.length > mostListed) out(`and ${changed.length - mostListed} more (--json)`);
  reportWhy(changed.filter(({ difference }) => difference < 0));
}

/** Of each task that got worse why its runs failed, with a job of each reason. */
function reportWhy(tasks: readonly ComparedTask[]): void {
  const lines = tasks.flatMap(({ taskId, failures = [] }) =>
    failures.map(
      ({ reason, count, jobId }) =>
        `  ${taskId}: ${reason} (${count} ${count === 1 ? "run" : "runs"}, for example ${jobId})`,
    ),
  );
  if (lines.length === 0) return;
  out("");
  out("reasons:");
  for (const line of lines.slice(0, mostListed)) out(plain(line));
  if (lines.length > mostListed) out(`and ${lines.length - mostListed} more (--json)`);
}

function reportMissing(title: string, tasks: readonly string[]): void {
  if (tasks.length === 0) return;
  const more = tasks.length > mostListed ? ` and ${tasks.length - mostListed} more` : "";
  out(`${title}: ${tasks.slice(0, mostListed).join(", ")}${more}`);
}
