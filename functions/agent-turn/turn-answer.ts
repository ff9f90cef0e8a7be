import { finish } from "#shared/agent/actions/finish.ts";
import { AgentClaim } from "#shared/contracts/agent-claim.ts";
import type { Job } from "#shared/contracts/job.ts";
import type { Step } from "#shared/contracts/step.ts";
import type { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { isDenied } from "./deny-step.ts";
import { claimDetail, goToJudge } from "./loop-end.ts";

/** What the agent claims by ending; undefined for any other action. */
export function claimOf({ action }: Step): AgentClaim | undefined {
  if (action.action !== finish.name) return undefined;
  const { action: _, ...claim } = action;
  return AgentClaim.parse(claim);
}

/** The turn's answer follows from the stored step alone, so a repeated invocation gives the same one. */
export function turnAnswer(job: Job, step: Step): PredictActionOutput {
  const claim = claimOf(step);
  if (claim !== undefined) return goToJudge("claimed", claimDetail(claim.status), { claim });
  if (isDenied(step)) return { route: "denied", nextStepNumber: step.stepNumber + 1 };
  if (step.deviceAction === undefined) {
    throw new DroverError("InternalError", `Step ${step.stepNumber} has no action for the device.`);
  }
  return {
    route: "perform",
    stepNumber: step.stepNumber,
    commandId: `${step.jobId}-${step.stepNumber}-perform`,
    deadlineSeconds: job.limits.stepTimeoutSeconds,
    action: step.deviceAction,
  };
}
