import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { ClaimStatus } from "#shared/contracts/agent/agent-claim.ts";
import type { FarmSwitch } from "#shared/contracts/farm/farm-switch.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/job/step.ts";
import type { EndReason, JobEnd } from "#shared/contracts/workflow/job-end.ts";
import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { stoppedBecause } from "#shared/rules/stopped-because.ts";
import { totalTimeOver } from "#shared/values/total-time.ts";
import { allAttempts, attemptUse, type Use, wasMoved } from "../budget/attempt-use.ts";
import { isStuck, sinceFresh } from "./repetition.ts";

interface Turn {
  readonly job: Job;
  readonly farm: FarmSwitch | null;
  readonly input: PredictActionInput;
  /** Oldest first. */
  readonly history: readonly Step[];
  readonly now: Date;
  readonly catalogue: ActionCatalogue;
}

/** Why the loop ends before the model is asked again; null: it goes on. The order is that of precedence. */
export function loopEnd(turn: Turn): PredictActionOutput | null {
  const { job, input } = turn;
  const cancelled = cancelledEnd(job, turn.farm);
  if (cancelled !== null) return { route: "release", end: cancelled };
  // A judgement that failed on the way comes back here: the loop itself was over.
  const { claim } = job;
  if (claim !== undefined) return goToJudge("claimed", claimDetail(claim.status), { claim });
  if (input.alreadySatisfied && !job.allowAlreadySatisfied) {
    return goToJudge("alreadySatisfied", "Every validator passed before the agent started.");
  }
  return spent(turn);
}

/** null: nobody wants the job to end. */
export function cancelledEnd(job: Job, farm: FarmSwitch | null): JobEnd | null {
  if (job.cancelRequestedAt !== undefined || job.status === "finished")
    return { reason: "cancelled", detail: "The job was cancelled while it ran." };
  const stopped = stoppedBecause(job, farm);
  return stopped === null ? null : { reason: "cancelled", detail: stopped };
}

export const claimDetail = (status: ClaimStatus): string =>
  status === "success"
    ? "The agent says that the task is done."
    : "The agent says that it cannot do the task.";

export const goToJudge = (
  reason: EndReason,
  detail: string,
  rest: Omit<JobEnd, "reason" | "detail"> = {},
): PredictActionOutput => ({ route: "judge", end: { reason, detail: detail.slice(0, 1_000), ...rest } });

function spent({ job, input, history, now, catalogue }: Turn): PredictActionOutput | null {
  const { maxSteps, timeoutSeconds, totalSeconds = 0, maxTokens, maxOutputTokens } = job.limits;
  const use = attemptUse({ job, history, stepNumber: input.stepNumber, now });
  const { steps, seconds, tokens, outputTokens } = use;
  if (steps.left <= 0) return usedUp("maxSteps", steps, `The agent used all of its ${maxSteps} steps.`);
  if (seconds.left <= 0)
    return usedUp("timeoutSeconds", seconds, `The job ran for longer than ${timeoutSeconds} s.`);
  const over = totalTimeOver(job, now);
  // Most of it may have gone to waits, to devices that were lost, or to a farm that was down.
  const blameless = wasMoved(job) || seconds.used < totalSeconds / 2;
  if (over !== null) return goToJudge("timeout", over, blameless ? { blameless } : {});
  const written = `The models wrote ${outputTokens.used} tokens of ${maxOutputTokens}.`;
  if (outputTokens.left <= 0) return usedUp("maxOutputTokens", outputTokens, written);
  if (tokens.left <= 0)
    return usedUp("maxTokens", tokens, `The models used ${tokens.used} tokens of ${maxTokens}.`);
  if (job.session === undefined && isStuck(sinceFresh(job, history), catalogue))
    return goToJudge("stuck", "The agent repeated itself, though it was told so.");
  return null;
}

const endOf = {
  maxSteps: "maxSteps",
  timeoutSeconds: "timeout",
  maxTokens: "tokens",
  maxOutputTokens: "tokens",
} as const;

const usedUp = (limit: keyof typeof endOf, { isOverall }: Use, detail: string): PredictActionOutput =>
  isOverall
    ? goToJudge(endOf[limit], allAttempts(limit), { blameless: true })
    : goToJudge(endOf[limit], detail);
