import type { BatchResponse, PublicBatchItem } from "#shared/contracts/api/responses/batch-response.ts";
import type { BatchStatistics, GroupStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { markdownRow, markdownText } from "#shared/rules/export/markdown-text.ts";
import { shownCounts } from "#shared/rules/shown-outcome.ts";
import { amount, dollars, percent, percents, seconds } from "../terminal/figures.ts";
import { mark } from "./job-report.ts";
import type { GithubReport } from "./tell-github.ts";
import { annotation } from "./workflow-command.ts";

export const mostFailures = 50;
/** GitHub shows ten errors of a step. */
const mostAnnotations = 10;

/** A batch for the page of a run: its rates, and what did not succeed. `failures`: at most this many as are shown. */
export function githubBatchReport(
  batch: BatchResponse,
  statistics: BatchStatistics,
  failures: readonly PublicBatchItem[],
): GithubReport {
  const { all, variants } = statistics;
  const groups = [
    ["all", all] as const,
    ...(variants.length > 1 ? variants.map((one) => [one.variant, one.statistics] as const) : []),
  ];
  const outcomes = shownCounts(batch.counts);
  const counted = outcomes.map(([outcome, count]) => `${mark(outcome)} ${count} ${outcome}`).join(" · ");
  const summary = [
    `### Drover: batch ${markdownText(batch.name)}`,
    "",
    counted,
    "",
    markdownRow(["", "runs", "success", "these tasks (95 %)", "cost", "median steps", "median time"]),
    markdownRow(["---", "--:", "--:", "--:", "--:", "--:", "--:"]),
    ...groups.map(([name, group]) => groupRow(name, group)),
    ...failureTable(failures),
    "",
  ].join("\n");
  const annotations = failures.slice(0, mostAnnotations).map((item) => {
    const { outcome = "not run", outcomeReason = "", jobId = "" } = item.attempts.at(-1) ?? {};
    const title = `${item.taskId} (${item.variant}, ${item.epoch})`;
    const level = outcome === "inconclusive" ? "warning" : "error";
    return annotation(level, title, `${outcome}: ${outcomeReason} (job ${jobId})`);
  });
  return { summary, annotations };
}

const groupRow = (name: string, { success, costUsd, steps, wallMilliseconds }: GroupStatistics): string =>
  markdownRow([
    markdownText(name),
    String(success.runs),
    percent(success.rate),
    percents(success.wilson),
    dollars(costUsd),
    steps === null ? "-" : amount(steps.median),
    wallMilliseconds === null ? "-" : seconds(wallMilliseconds.median),
  ]);

function failureTable(failures: readonly PublicBatchItem[]): readonly string[] {
  if (failures.length === 0) return [];
  const rows = failures.map(({ taskId, variant, epoch, attempts }) => {
    const { outcome = "not run", outcomeReason = "", jobId = "" } = attempts.at(-1) ?? {};
    const told = [taskId, variant, String(epoch)].map(markdownText);
    return markdownRow([...told, `${mark(outcome)} ${outcome}`, markdownText(outcomeReason), jobId]);
  });
  return [
    "",
    markdownRow(["task", "variant", "run", "outcome", "why", "job"]),
    markdownRow(["---", "---", "--:", "---", "---", "---"]),
    ...rows,
  ];
}
