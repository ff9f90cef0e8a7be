import type { CallbackId } from "#shared/contracts/job/callback.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import type { Services } from "../runtime/services.ts";

interface RoleWait {
  readonly callbackId: CallbackId;
  readonly seconds: number;
  /** The screen is looked at again before the next turn: the wait was a step. */
  readonly look: boolean;
}

/** Lets a role wait with its device, without a process; null when that wait's time is over, or it failed. Each part may be repeated. */
export async function pauseForRoles(
  { tenantId, jobId, pause, limits }: Job,
  { callbackId, seconds, look }: RoleWait,
  { stepNumber, failedHelpers }: Pick<PredictActionInput, "stepNumber" | "failedHelpers">,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<PredictActionOutput | null> {
  if (failedHelpers.AwaitRoles !== undefined && !look) return null;
  const at = now();
  const begun = pause?.for === "roles" && pause.callbackId === callbackId ? pause : undefined;
  const since = begun?.since ?? at.toISOString();
  const until = begun?.until ?? new Date(at.getTime() + seconds * 1_000).toISOString();
  const left = Math.ceil((Date.parse(until) - at.getTime()) / 1_000);
  if (left <= 0) return null;
  await repositories.jobs.pause(tenantId, jobId, {
    for: "roles",
    callbackId,
    since,
    until,
    holdsDevice: true,
  });
  return {
    route: "awaitRoles",
    callbackId,
    timeoutSeconds: left,
    look,
    stepNumber,
    nextStepNumber: look ? stepNumber + 1 : stepNumber,
    commandId: `${jobId}-${stepNumber}-look`,
    deadlineSeconds: limits.stepTimeoutSeconds,
    actions: [],
  };
}
