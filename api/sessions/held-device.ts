import { noSuch } from "#agent/runtime/find-job.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import type { Device } from "#shared/contracts/device/device.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { SessionCall } from "#shared/contracts/session/session-call.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import type { DeviceReply } from "#shared/contracts/workflow/host-answer.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { askHost } from "../devices/ask-host.ts";
import { requireNoLoss, whyLost, withLoss } from "./lost-device.ts";
import { notReady } from "./waiting-turn.ts";

/** A device under the lease that a job has now. */
export interface HeldDevice {
  readonly jobId: JobId;
  readonly device: Device;
  readonly epoch: number;
}

/** @throws NotReady while the job has no device, LeaseLost */
export async function heldDevice(job: Job, runtime: Runtime<"api">): Promise<HeldDevice> {
  requireNoLoss(job);
  const { tenantId, jobId, status, deviceId, leaseEpoch: epoch } = job;
  if (status !== "running" || deviceId === undefined || epoch === undefined) throw notReady(job);
  const device = await runtime.repositories.devices.get(tenantId, deviceId);
  const lost = whyLost(device, job, runtime.now());
  if (device !== null && lost === null) return { jobId, device, epoch };
  requireNoLoss(await withLoss(job, runtime));
  if (device === null) throw noSuch("device", deviceId);
  throw new DroverError("LeaseLost", `Job ${jobId} no longer has device '${deviceId}': ${lost}.`);
}

/** Asks the device's host, which does it under this lease or not at all. */
export const askUnderLease = (
  { jobId, device, epoch }: HeldDevice,
  call: SessionCall,
  runtime: Runtime<"api">,
  longestMilliseconds?: number,
): Promise<DeviceReply> =>
  askHost(device, { type: "session", jobId, epoch, call }, runtime, longestMilliseconds);
