import type { HeldLease } from "../devices/held-lease.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";

/** Tells the session that had the device why it is lost. One that cannot be told now learns it when somebody looks, with fewer words. */
export async function noteLoss(
  { deviceId }: ManagedDevice,
  { jobId, epoch }: HeldLease,
  reason: string,
  { tenantId, repositories, clock, logger }: HostServices,
): Promise<void> {
  if (jobId === null) return;
  const loss = { deviceId, epoch, at: clock.now().toISOString(), reason: reason.slice(0, 500) };
  try {
    await repositories.jobs.noteDeviceLost(tenantId, jobId, loss);
  } catch (error) {
    logger.warn("lost device not recorded", { deviceId, jobId, error: String(error) });
  }
}
