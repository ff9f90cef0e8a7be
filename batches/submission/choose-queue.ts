import type { Pool } from "#shared/contracts/farm/pool.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { type DeviceId, PoolName } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { choosePool } from "./choose-pool.ts";
import type { SubmissionFacts } from "./submission-facts.ts";

export interface ChosenQueue {
  readonly pool: PoolName;
  /** Where the job waits for a device. */
  readonly queueUrl: string;
}

/** A recovery without a device makes a plan, and waits for none. */
const noQueue: ChosenQueue = { pool: PoolName.parse("none"), queueUrl: "about:blank" };

/**
 * Where a job waits for its device: in its pool's queue, in that of the device it named or, for one as it is, at that
 * device's host (docs/decisions/0073-a-device-by-name.md). @throws PoolNotFound, InvalidRequest, DeviceBusy
 */
export async function chooseQueue(
  {
    requirements,
    device: use,
    recovery,
    priority,
  }: Pick<JobRequest, "requirements" | "device" | "recovery" | "priority">,
  facts: SubmissionFacts,
): Promise<ChosenQueue> {
  const { deviceId } = requirements;
  if (deviceId === undefined && recovery !== undefined) return noQueue;
  if (deviceId !== undefined) return namedDevice(deviceId, { requirements, use }, facts);
  if (use === "clean") return poolQueue(await choosePool(requirements, facts), priority);
  throw wrong("requirements.deviceId", undefined, "is missing: a device that is used as it is must be named");
}

/** Where a pool's jobs of this class wait. Pools of before know one class. */
export const poolQueue = (
  { pool, queueUrl, highQueueUrl = queueUrl, lowQueueUrl = queueUrl }: Pool,
  priority: JobRequest["priority"],
): ChosenQueue => ({ pool, queueUrl: { high: highQueueUrl, normal: queueUrl, low: lowQueueUrl }[priority] });

async function namedDevice(
  deviceId: DeviceId,
  { requirements, use }: Pick<JobRequest, "requirements"> & { readonly use: JobRequest["device"] },
  facts: SubmissionFacts,
): Promise<ChosenQueue> {
  const device = await facts.device(deviceId);
  if (device === null) {
    throw wrong("requirements.deviceId", deviceId, "does not name a device: 'drover devices' lists them");
  }
  const { pool, apiLevel, queueUrl } = device;
  const { pool: wanted = pool, minApiLevel = 0 } = requirements;
  if (wanted !== pool) {
    throw wrong("requirements.pool", wanted, `does not have ${deviceId}, which is in pool '${pool}'`);
  }
  if (apiLevel < minApiLevel) {
    throw wrong(
      "requirements.minApiLevel",
      minApiLevel,
      `is above that of ${deviceId}, which has ${apiLevel}`,
    );
  }
  if (use === "asItIs") {
    if (device.state !== "quarantined" || device.quarantinedBy !== "operator")
      throw notHeld(deviceId, device.state);
    const host = await facts.host(device.hostId);
    if (host !== null) return { pool, queueUrl: host.commandQueueUrl };
  } else if (queueUrl !== undefined) return { pool, queueUrl };
  throw wrong("requirements.deviceId", deviceId, "cannot be used: its host is gone, or has an older version");
}

const wrong = (field: string, value: unknown, message: string): DroverError =>
  invalidRequest([fieldError(field, value, message)]);

const notHeld = (deviceId: DeviceId, state: string): DroverError =>
  new DroverError("DeviceBusy", `Device ${deviceId} cannot be used as it is: it is ${state}.`, {
    advice: [`Quarantine it first, while it is free: drover devices quarantine ${deviceId}`],
    details: { errors: [fieldError("device", "asItIs", "is for a device that a person has quarantined")] },
  });
