import type { BatchComparison } from "#shared/contracts/batch/batch-comparison.ts";
import { dataLines } from "#shared/rules/steps/data-lines.ts";
import { plain } from "#shared/text/plain-text.ts";

const mostListed = 50;

/** Two batches in a few lines. */
export function comparisonText({
  before,
  after,
  paired,
  tasks,
  fixed,
  broken,
  same,
  test,
}: BatchComparison): readonly string[] {
  const changed = tasks.filter(({ change }) => change !== "same");
  const runs = (side: { readonly runs: number; readonly successes: number }): string =>
    `${side.successes}/${side.runs}`;
  return [
    plain(
      `${after.label} beside ${before.label}: ${paired} tasks on both, ${fixed} fixed, ${broken} broken, ${same} same`,
    ),
    `p = ${test.pValue === null ? "unknown" : test.pValue.toFixed(3)}`,
    ...changed
      .slice(0, mostListed)
      .flatMap((task) => [
        plain(`${task.change}: ${task.taskId} (${runs(task.before)} to ${runs(task.after)})`),
        ...(task.failures ?? []).flatMap(({ reason }) => dataLines(reason, "  ")),
      ]),
    ...(changed.length > mostListed ? [`and ${changed.length - mostListed} more`] : []),
  ];
}
