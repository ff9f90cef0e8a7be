import { standingClaim } from "#shared/agent/step-claim.ts";
import type { Job } from "#shared/contracts/job.ts";
import type { Step } from "#shared/contracts/step.ts";
import type { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { deviceActionsOf } from "#shared/domain/step-actions.ts";
import { isDenied } from "./deny-step.ts";
import { claimDetail, goToJudge } from "./loop-end.ts";

/** The turn's answer follows from the stored step alone, so a repeated invocation gives the same one. */
export function turnAnswer(job: Job, step: Step): PredictActionOutput {
  const claim = standingClaim(step);
  if (claim !== undefined) return goToJudge("claimed", claimDetail(claim.status), { claim });
  if (isDenied(step)) return { route: "denied", nextStepNumber: step.stepNumber + 1 };
  return {
    route: "perform",
    stepNumber: step.stepNumber,
    commandId: `${step.jobId}-${step.stepNumber}-perform`,
    deadlineSeconds: job.limits.stepTimeoutSeconds,
    actions: [...deviceActionsOf(step)],
  };
}
