import type { FarmSwitch } from "#shared/contracts/farm/farm-switch.ts";
import { type Job, JobOutcome } from "#shared/contracts/job/job.ts";
import type { TaskStep } from "#shared/contracts/job/task-step.ts";
import type { FinishWorkflowInput } from "#shared/contracts/workflow/subtasks.ts";
import { decideOutcome, type Ending } from "../job/outcome.ts";
import { namedFailure, readFailure } from "../runtime/failure.ts";
import { cancelledEnd } from "../turn-state/loop-end.ts";

type Finish = Pick<FinishWorkflowInput, "verdict" | "failure" | "alreadySatisfied">;

/** How a workflow ended: by its first part that could not be done, else by the judgement of the whole. */
export function workflowEnding(
  job: Job,
  parts: readonly Job[],
  finish: Finish,
  farm: FarmSwitch | null,
): Ending {
  const { taskSteps = [] } = job;
  const left = taskSteps.filter(({ status }) => status === "pending").map(({ index }) => index);
  const failed = taskSteps.filter(({ status }) => status === "failed");
  const because = (outcome: JobOutcome, ...words: readonly string[]): Ending => ({
    outcome,
    reason: words
      .filter((word) => word !== "")
      .join(" ")
      .slice(0, 2_000),
  });
  const notBegun = left.length === 0 ? "" : `Not started: ${partNames(left)}.`;
  const cancelled = cancelledEnd(job, farm);
  if (cancelled !== null) return because("cancelled", cancelled.detail, notBegun);
  if (failed.length > 0) {
    const words = failed.map((part) => `${partName(part, taskSteps.length)} did not succeed: ${whyOf(part)}`);
    return because(outcomeOf(failed, parts), ...words, notBegun);
  }
  if (finish.failure !== null) return brokenOff(finish.failure, job, notBegun);
  if (finish.alreadySatisfied && left.length === taskSteps.length) {
    const detail = "Every validator passed before the first part.";
    return decideOutcome({ end: { reason: "alreadySatisfied", detail }, verdict: finish.verdict });
  }
  if (left.length > 0) return because("inconclusive", notBegun);
  return judged(finish.verdict, taskSteps.length, job);
}

const partNames = (indexes: readonly number[]): string =>
  `part${indexes.length === 1 ? "" : "s"} ${indexes.join(", ")}`;

const partName = ({ index, window, app }: TaskStep, count: number): string =>
  `Part ${index} of ${count}${window === undefined ? "" : `, ${app} in the ${window} window,`}`;

/** Two windows end the workflow together, and both reasons must have room. */
const whyOf = ({ errors, window }: TaskStep): string =>
  (errors.at(-1) ?? "").slice(0, window === undefined ? 500 : 450);

/** Of two that did not succeed, at once in two windows, one that failed decides: no other end of the other could help. */
function outcomeOf(failed: readonly TaskStep[], parts: readonly Job[]): JobOutcome {
  const outcomes = failed.map(({ jobIds }) =>
    JobOutcome.catch("inconclusive").parse(parts.find(({ jobId }) => jobId === jobIds.at(-1))?.outcome),
  );
  return outcomes.find((outcome) => outcome === "failed") ?? outcomes[0] ?? "inconclusive";
}

function judged(verdict: Finish["verdict"], count: number, { verdictReason }: Job): Ending {
  const done = count === 1 ? "Its only part succeeded." : `Each of its ${count} parts succeeded.`;
  if (verdict === "failed")
    return { outcome: "failed", reason: `${verdictReason ?? "A validator of the whole failed."} ${done}` };
  if (verdict === "inconclusive")
    return { outcome: "inconclusive", reason: `${done} The whole could not be judged.` };
  const whole = verdict === "passed" ? " Every validator of the whole passed." : "";
  return { outcome: "succeeded", reason: `${done}${whole}` };
}

function brokenOff(failure: NonNullable<Finish["failure"]>, { limits }: Job, notBegun: string): Ending {
  const { name, message } = readFailure(namedFailure(failure));
  if (name === "JobCancelled") return { outcome: "cancelled", reason: message };
  const waited = failure.state === "AcquireDevice" && name.startsWith("States.");
  const why = waited
    ? `No device became free within ${limits.queueSeconds} s.`
    : `The state ${failure.state} failed with ${name}. ${message}`;
  return { outcome: "inconclusive", reason: `${why} ${notBegun}`.trim().slice(0, 2_000) };
}
