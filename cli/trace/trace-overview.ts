import type { Job } from "#shared/contracts/job/job.ts";
import type { ErrorSnapshot } from "#shared/contracts/step/error-snapshot.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { dataLines } from "#shared/rules/steps/data-lines.ts";
import { plain } from "#shared/text/plain-text.ts";
import { wentWrong } from "./step-result.ts";

type Told = Pick<
  Job,
  "jobId" | "task" | "status" | "outcome" | "outcomeReason" | "claim" | "deviceId" | "usage" | "metrics"
>;

/** A job in a few lines, for somebody who continues to ask for its parts. */
export function traceOverview(
  job: Told,
  steps: readonly Step[],
  errors: readonly Pick<ErrorSnapshot, "code">[],
): readonly string[] {
  const { jobId, task, status, outcome, outcomeReason = "", claim, deviceId, usage, metrics } = job;
  const wrong = steps.filter(wentWrong).map(({ stepNumber }) => stepNumber);
  const used = [
    deviceId === undefined ? "no device" : `device ${plain(deviceId)}`,
    `${steps.length} ${steps.length === 1 ? "step" : "steps"}`,
    `${usage.inputTokens + usage.outputTokens} tokens`,
    ...(usage.costUsd === undefined ? [] : [`$${usage.costUsd.toFixed(4)}`]),
    ...(metrics === undefined ? [] : [`${(metrics.totalMilliseconds / 1000).toFixed(1)} s`]),
  ];
  return [
    `job ${jobId}: ${outcome ?? status}`,
    ...dataLines(outcomeReason, "  "),
    "task:",
    ...dataLines(task, "  "),
    ...(claim === undefined
      ? []
      : [`the agent says ${claim.status}:`, ...dataLines(claim.answer ?? claim.summary ?? "", "  ")]),
    used.join(", "),
    ...(wrong.length === 0 ? [] : [`failed steps: ${wrong.join(", ")}`]),
    ...(errors.length === 0 ? [] : [`errors: ${errors.map(({ code }) => plain(code)).join(", ")}`]),
  ];
}
