import type { ActionCatalogue } from "#shared/agent/actions/action-catalogue.ts";
import type { ClaimStatus } from "#shared/contracts/agent-claim.ts";
import type { FarmSwitch } from "#shared/contracts/farm-switch.ts";
import type { Job } from "#shared/contracts/job.ts";
import type { Step } from "#shared/contracts/step.ts";
import type { EndReason, JobEnd } from "#shared/contracts/workflow/job-end.ts";
import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { stoppedBecause } from "#shared/domain/stopped-because.ts";
import { totalTimeOver } from "#shared/domain/total-time.ts";
import { workingSeconds } from "#shared/domain/waiting-time.ts";
import { doneAgain, isStuck, sinceFresh } from "./repetition.ts";

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
  rest: Pick<JobEnd, "claim" | "claimCheck"> = {},
): PredictActionOutput => ({ route: "judge", end: { reason, detail: detail.slice(0, 1_000), ...rest } });

function spent({ job, input, history, now, catalogue }: Turn): PredictActionOutput | null {
  const { maxSteps, timeoutSeconds, maxTokens, maxOutputTokens } = job.limits;
  if (input.stepNumber - doneAgain(history) > maxSteps)
    return goToJudge("maxSteps", `The agent used all of its ${maxSteps} steps.`);
  if (workingSeconds(job, now) >= timeoutSeconds) {
    return goToJudge("timeout", `The job ran for longer than ${timeoutSeconds} s.`);
  }
  const over = totalTimeOver(job, now);
  if (over !== null) return goToJudge("timeout", over);
  const { outputTokens } = job.usage;
  if (maxOutputTokens !== undefined && outputTokens >= maxOutputTokens)
    return goToJudge("tokens", `The models wrote ${outputTokens} tokens of ${maxOutputTokens}.`);
  const tokens = job.usage.inputTokens + outputTokens;
  if (tokens >= maxTokens) return goToJudge("tokens", `The models used ${tokens} tokens of ${maxTokens}.`);
  if (job.session === undefined && isStuck(sinceFresh(job, history), catalogue))
    return goToJudge("stuck", "The agent repeated itself, though it was told so.");
  return null;
}
