import type { Job } from "#shared/contracts/job.ts";
import type { Step } from "#shared/contracts/step.ts";
import type { EndReason, JobEnd } from "#shared/contracts/workflow/job-end.ts";
import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { isStuck } from "./repetition.ts";

interface Turn {
  readonly job: Job;
  readonly input: PredictActionInput;
  /** Oldest first. */
  readonly history: readonly Step[];
  readonly now: Date;
}

/** A job whose device was never claimed by a host has not begun to run. */
export const elapsedSeconds = (job: Job, now: Date): number =>
  job.startedAt === undefined ? 0 : Math.max(0, (now.getTime() - Date.parse(job.startedAt)) / 1_000);

/** Why the loop ends before the model is asked again; null: it goes on. The order is that of precedence. */
export function loopEnd(turn: Turn): PredictActionOutput | null {
  const { job, input } = turn;
  if (job.cancelRequestedAt !== undefined || job.status === "finished") {
    return { route: "release", end: { reason: "cancelled", detail: "The job was cancelled while it ran." } };
  }
  // A judgement that failed on the way comes back here: the loop itself was over.
  if (job.claim !== undefined)
    return goToJudge("claimed", claimDetail(job.claim.status), { claim: job.claim });
  if (input.alreadySatisfied && !job.allowAlreadySatisfied) {
    return goToJudge("alreadySatisfied", "Every validator passed before the agent started.");
  }
  return spent(turn);
}

export const claimDetail = (status: "success" | "failure"): string =>
  status === "success"
    ? "The agent says that the task is done."
    : "The agent says that it cannot do the task.";

export const goToJudge = (
  reason: EndReason,
  detail: string,
  rest: Pick<JobEnd, "claim"> = {},
): PredictActionOutput => ({ route: "judge", end: { reason, detail: detail.slice(0, 1_000), ...rest } });

function spent({ job, input, history, now }: Turn): PredictActionOutput | null {
  const { maxSteps, timeoutSeconds, maxTokens } = job.limits;
  if (input.stepNumber > maxSteps)
    return goToJudge("maxSteps", `The agent used all of its ${maxSteps} steps.`);
  if (elapsedSeconds(job, now) >= timeoutSeconds) {
    return goToJudge("timeout", `The job ran for longer than ${timeoutSeconds} s.`);
  }
  const tokens = job.usage.inputTokens + job.usage.outputTokens;
  if (tokens >= maxTokens) return goToJudge("tokens", `The models used ${tokens} tokens of ${maxTokens}.`);
  if (isStuck(history)) return goToJudge("stuck", "The agent repeated itself, though it was told so.");
  return null;
}
