import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { markdownRow, markdownText } from "#shared/rules/export/markdown-text.ts";
import { checkSentence } from "#shared/rules/judging/check-sentence.ts";
import { outcomeText, shownOutcome } from "#shared/rules/shown-outcome.ts";
import type { GithubReport } from "./tell-github.ts";
import { annotation } from "./workflow-command.ts";

/** One job, for the page of a run. */
export function githubJobReport(job: JobResponse): GithubReport {
  const { jobId, task, outcome, verdict, outcomeReason = "", judgement = [], usage } = job;
  const checks = judgement.map(({ verdict, validator: { kind }, observed, mismatch }) =>
    markdownRow([verdict, kind, markdownText(mismatch ? checkSentence(mismatch) : observed || "nothing")]),
  );
  const head = [markdownRow(["check", "kind", "found"]), markdownRow(["---", "---", "---"])];
  const cost = usage.costUsd === undefined ? "" : `, $${usage.costUsd.toFixed(4)}`;
  const summary = [
    `### ${mark(shownOutcome({ outcome, verdict }) ?? "running")} ${markdownText(task)}`,
    "",
    `${outcomeText({ outcome, verdict }) || "running"}: ${markdownText(outcomeReason)} (job ${jobId}, ${job.stepCount} steps${cost})`,
    ...(checks.length === 0 ? [] : ["", ...head, ...checks]),
    "",
  ];
  const told =
    outcome === "succeeded"
      ? []
      : [annotation("error", task, `${outcome ?? "running"}: ${outcomeReason} (job ${jobId})`)];
  return { summary: summary.join("\n"), annotations: told };
}

export const mark = (outcome: string): string =>
  outcome === "succeeded" ? "✅" : outcome === "unverified" ? "❔" : outcome === "failed" ? "❌" : "⚠️";
