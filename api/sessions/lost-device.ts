import { deliverCallback, turnAgain } from "#agent/callbacks/deliver-callback.ts";
import { openInstruction } from "#agent/outside/open-instruction.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import type { Device } from "#shared/contracts/device/device.ts";
import { lostCallback, turnCallback } from "#shared/contracts/job/callback.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { DeviceLoss } from "#shared/contracts/session/session.ts";
import { isOpenTurn } from "#shared/contracts/workflow/turn.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { openLoss, presentLoss } from "#shared/rules/device-loss.ts";
import { defined } from "#shared/values/defined.ts";

type Services = Pick<Runtime<"api">, "repositories" | "now">;

/** Why the job has the device no more that it was given at this epoch; null: it has it. */
export function whyLost(device: Device | null, { jobId, leaseEpoch }: Job, now: Date): string | null {
  if (device === null) return "the farm no longer knows it";
  const { leaseExpiresAt, stateReason, hostId } = device;
  if (device.leaseEpoch !== leaseEpoch) return "another lease holds it";
  if (device.leaseJobId !== jobId || leaseExpiresAt === undefined)
    return stateReason ?? "its host took it out of service";
  if (Date.parse(leaseExpiresAt) > now.getTime()) return null;
  return `its host '${hostId}' has not renewed the lease since ${device.updatedAt}`;
}

/**
 * The session with its loss, if its device was lost while it waits for its user. A host that lives has noted it; one that is gone
 * cannot, so whoever looks does.
 */
export async function withLoss<Session extends Job>(
  job: Session,
  { repositories, now }: Services,
): Promise<Session> {
  const { tenantId, jobId, session, status, deviceId, leaseEpoch: epoch, cancelRequestedAt } = job;
  if (session === undefined || status !== "running" || deviceId === undefined || epoch === undefined)
    return job;
  if (cancelRequestedAt !== undefined || presentLoss(job) !== null) return job;
  // In mid-command its workflow learns it, and at its end the device is released.
  const turn = await repositories.turns.latest(tenantId, jobId);
  if (turn === null || !isOpenTurn(turn, now())) return job;
  const reason = whyLost(await repositories.devices.get(tenantId, deviceId), job, now());
  if (reason === null) return job;
  const deviceLost = { deviceId, epoch, at: now().toISOString(), reason };
  await repositories.jobs.noteDeviceLost(tenantId, jobId, deviceLost);
  return { ...job, ...defined({ deviceLost: (await repositories.jobs.get(tenantId, jobId))?.deviceLost }) };
}

/** @throws LeaseLost when the session's device is lost and its user has not continued on another */
export function requireNoLoss(job: Job): void {
  const loss = openLoss(job);
  if (loss === null) return;
  const { jobId } = job;
  throw new DroverError(
    "LeaseLost",
    `Session ${jobId} has lost device '${loss.deviceId}', and everything that was done on it: ${loss.reason}`,
    {
      advice: [
        `POST /v1/sessions/${jobId}/continue continues with another, clean device.`,
        `DELETE /v1/sessions/${jobId} ends the session.`,
      ],
    },
  );
}

/** Stores first that the session continues, then signals its workflow. Instructions for the lost device are dropped. */
export async function goOnWithout(job: Job, loss: DeviceLoss, runtime: Runtime<"api">): Promise<void> {
  const { tenantId, jobId, instruction } = job;
  const { jobs, turns } = runtime.repositories;
  const continuedAt = loss.continuedAt ?? runtime.now().toISOString();
  const turn = await turns.latest(tenantId, jobId);
  const wasSaid = turn !== null && openInstruction(job, turn.stepNumber) !== null;
  const failure = "The device was lost before this could be done.";
  await jobs.saveSession(tenantId, jobId, {
    deviceLost: { ...loss, continuedAt },
    sessionUsedAt: runtime.now().toISOString(),
    ...(wasSaid && instruction !== undefined ? { instruction: { ...instruction, failure } } : {}),
  });
  if (turn !== null) {
    await turns.expire(turn);
    await deliverCallback({ tenantId, jobId, callbackId: turnCallback(turn.turnId) }, turnAgain, runtime);
  }
  await deliverCallback({ tenantId, jobId, callbackId: lostCallback }, { cancelled: false }, runtime);
}
