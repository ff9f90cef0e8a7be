import { lostCallback } from "#shared/contracts/job/callback.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { DeviceLoss } from "#shared/contracts/session/session.ts";
import type { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { presentLoss } from "#shared/rules/device-loss.ts";
import { attemptUse } from "../budget/attempt-use.ts";
import { standRoute } from "./pause-route.ts";

/** @throws LeaseLost, by which the job gives up the device that its session has lost */
export function requireDevice(job: Job): void {
  const loss = presentLoss(job);
  if (loss !== null) throw new DroverError("LeaseLost", `The device was lost: ${loss.reason}`);
}

/**
 * The turn of a session that has lost its device: it stands without one until its user continues, and ends when nobody uses it for its
 * idle time (docs/decisions/0278-a-lost-device-is-told.md).
 */
export function lostDeviceTurn(
  job: Job,
  { deviceId, at, reason, continuedAt }: DeviceLoss,
  stepNumber: number,
  now: Date,
): PredictActionOutput {
  if (continuedAt !== undefined) return { route: "acquire" };
  const idleSeconds = job.session?.idleTimeoutSeconds ?? 0;
  const usedAt = Math.max(Date.parse(at), Date.parse(job.sessionUsedAt ?? at));
  const { left } = attemptUse({ job, history: [], stepNumber, now }).seconds;
  const end = Math.min(usedAt + idleSeconds * 1_000, now.getTime() + left * 1_000);
  if (end <= now.getTime()) {
    const detail = `Its device '${deviceId}' was lost, and nobody continued on another one in time. ${reason}`;
    return { route: "finish", end: { reason: "infrastructure", detail: detail.slice(0, 1_000) } };
  }
  const until = new Date(end).toISOString();
  return standRoute({ callbackId: lostCallback, until, holdsDevice: false }, stepNumber, now);
}
