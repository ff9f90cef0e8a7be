import type { Device } from "#shared/contracts/device/device.ts";
import { settleToken } from "../delivery/settle-token.ts";
import type { TokenAnswer } from "../delivery/task-token.ts";
import type { HeldLease } from "../devices/held-lease.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { leaseEnd } from "./lease-end.ts";

/**
 * Tells the job that it has the device, for as long as the lease holds: nobody else could, and until then the device is useless to
 * anybody. `untold`: the lease was over before, or this host stops; the job's claim is, or will be, taken back.
 */
export async function tellJob(
  taskToken: string,
  device: ManagedDevice,
  lease: HeldLease,
  services: HostServices,
): Promise<TokenAnswer | "untold"> {
  const { logger, tenantId, repositories } = services;
  const { deviceId } = device;
  const { jobId, epoch: leaseEpoch } = lease;
  let answer: TokenAnswer | "untold" | null = null;
  while (answer === null) {
    try {
      answer = await settleToken(taskToken, leaseEnd(device, lease, services), services);
    } catch (error) {
      logger.warn("job not yet notified of its device", { deviceId, jobId, error: String(error) });
      if (lease.lost || lease.over.aborted) answer = "untold";
    }
  }
  // Of a host that stops its next process takes the claim back: the lease may be good for that long.
  if (answer === "untold" && !lease.lost) return answer;
  if (answer === "untold" && jobId !== null)
    await repositories.jobs.takeBack({ tenantId, jobId, deviceId, leaseEpoch });
  forget(deviceId, services);
  return answer;
}

/** What could not be forgotten costs a later process a look, and at worst the job its device. */
function forget(deviceId: string, { journal, logger }: HostServices): void {
  try {
    journal.setUntold(deviceId, null);
  } catch (error) {
    logger.error("journal not written", { deviceId, error: String(error) });
  }
}

/**
 * What an earlier process of this host, or a lease that is over, left: a job that was claimed for the device and may not have heard
 * of it. Its request comes again, and gets it a device. False: there is none.
 */
export async function takeBackUntold(before: Device, services: HostServices): Promise<boolean> {
  const { journal, logger, tenantId, repositories } = services;
  const { deviceId, leaseEpoch, leaseJobId } = before;
  const epoch = journal.untold(deviceId);
  if (epoch === null) return false;
  const wasClaimed = leaseJobId !== undefined && leaseEpoch === epoch;
  const back =
    wasClaimed && (await repositories.jobs.takeBack({ tenantId, jobId: leaseJobId, deviceId, leaseEpoch }));
  if (back) logger.info("a job was not notified of its device", { deviceId, jobId: leaseJobId, epoch });
  forget(deviceId, services);
  return back;
}
