import { describeDevice } from "#agent/prompt/prompt-device.ts";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { JobMetrics } from "#shared/contracts/job/job.ts";
import { outcomeText } from "#shared/rules/shown-outcome.ts";
import { describeQuestionCounts } from "#shared/rules/statistics/question-counts.ts";
import { recordingWords } from "#shared/rules/steps/recording-words.ts";
import { describeRoles, describeUsage } from "../describe-usage.ts";
import { coloured } from "../terminal/colour.ts";
import { out, plain } from "../terminal/terminal.ts";
import { reportJudgement } from "./judgement-report.ts";
import { partLines } from "./report-parts.ts";
import { reportSource } from "./source-report.ts";
import { timeShares } from "./time-shares.ts";

/**
 * How a job ended, for people, on stdout: the judgement first, the agent's own claim beside it. `models` made its steps; without
 * them the job's own wish is told.
 */
export function reportJob(
  job: JobResponse,
  models: readonly string[] = job.models.agent.model ? [job.models.agent.model] : [],
): void {
  const line = (name: string, value: string): void =>
    out(
      `${`${name}${name === "" ? "" : ":"}`.padEnd(11)} ${name === "outcome" ? coloured(plain(value)) : plain(value)}`,
    );
  line("job", job.jobId);
  line("task", job.task);
  if (job.voice?.model !== undefined) line("spoken", `heard by ${job.voice.model}`);
  reportSource(job, line);
  line("status", job.status);
  if (job.waitingBecause) line("waits", job.waitingBecause);
  if (job.outcome) line("outcome", `${outcomeText(job)}${job.outcomeReason ? `: ${job.outcomeReason}` : ""}`);
  reportJudgement(job, line, job.baseline);
  if (job.parentJobId) line("part of", job.parentJobId);
  if (job.roleOf) line("role", `${job.roleOf.role} of ${job.roleOf.jobId}`);
  for (const told of partLines(job)) out(told);
  if (job.claim) {
    const words = [
      job.claim.answer ? `answer ${JSON.stringify(job.claim.answer)}` : "",
      job.claim.summary ?? "",
    ];
    line("agent says", [job.claim.status, ...words].filter(Boolean).join("; "));
  }
  if (job.deviceId) {
    line("device", job.deviceId + (job.deviceFacts ? `: ${describeDevice(job.deviceFacts)}` : ""));
  }
  for (const app of job.preparedApps ?? [])
    line(
      "given",
      [app.package, app.versionName, `sha256 ${app.sha256.slice(0, 12)}…`].filter(Boolean).join(", "),
    );
  for (const recording of job.recordings ?? []) line("recording", recordingWords(recording));
  if (job.workflow === undefined && job.roles === undefined) line("steps", String(job.stepCount));
  line("model", [...new Set(models), describeUsage(job.usage)].join(", "));
  for (const [role, used] of describeRoles(job.usageByRole)) line(`  ${role}`, used);
  if (job.cloudReadings)
    line("read", `text of ${job.cloudReadings} pictures by the cloud service, included in the cost`);
  if (job.metrics?.questions) line("questions", describeQuestionCounts(job.metrics.questions));
  if (job.metrics) line("time", describeTime(job.metrics));
}

function describeTime(metrics: JobMetrics): string {
  const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
  const shares = timeShares(metrics).map(({ name, milliseconds }) => `${name} ${seconds(milliseconds)}`);
  return `${seconds(metrics.totalMilliseconds)}: ${shares.join(", ")}`;
}
