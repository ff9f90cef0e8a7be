import type { JobId } from "#shared/contracts/values/ids.ts";
import { HeldLease, leaseSeconds, personsReasonOf } from "../devices/held-lease.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import { watchTouches } from "../devices/watch-touches.ts";
import type { HostServices } from "../host-services.ts";

/** `quarantined`: also then, to try it again. `asItIs`: only one that a person quarantined, and it stays theirs. */
export type ClaimFrom = "free" | "quarantined" | "asItIs";

/** Takes the device at a new epoch, for a job or (null) for the host itself. Null when somebody else has it. */
export async function claimDevice(
  device: ManagedDevice,
  jobId: JobId | null,
  services: HostServices,
  from: ClaimFrom = "free",
): Promise<HeldLease | null> {
  const { tenantId, repositories, clock } = services;
  const claimedAt = clock.monotonic();
  const now = clock.now();
  const claimed = await repositories.devices.claim({
    tenantId,
    deviceId: device.deviceId,
    jobId,
    at: now.toISOString(),
    expiresAt: expiryAfter(now),
    allowDirty: true,
    allowQuarantined: from === "quarantined",
    asItIs: from === "asItIs",
  });
  if (claimed === null) return null;
  device.adopt(claimed);
  device.lastUsedAt = claimedAt;
  const left = device.secrets;
  device.lease = new HeldLease({
    jobId,
    epoch: claimed.leaseEpoch,
    claimedAt,
    monotonic: () => clock.monotonic(),
    personsReason: personsReasonOf(claimed),
    keptFields: { journal: services.journal, deviceId: device.deviceId, epoch: claimed.leaseEpoch },
    ...(left === null || left.isEmpty ? {} : { left }),
  });
  device.hadJob ||= jobId !== null;
  if (jobId !== null) watchTouches(device, device.lease, services);
  return device.lease;
}

/**
 * Prolongs the lease; false when the store says that it is over.
 * @throws StorageUnavailable: the lease then runs out by itself unless a later renewal arrives in time
 */
export async function renewLease(
  device: ManagedDevice,
  lease: HeldLease,
  { tenantId, repositories, clock }: HostServices,
): Promise<boolean> {
  const renewedAt = clock.monotonic();
  const now = clock.now();
  const renewed = await repositories.devices.renew({
    tenantId,
    deviceId: device.deviceId,
    epoch: lease.epoch,
    at: now.toISOString(),
    expiresAt: expiryAfter(now),
  });
  if (renewed) lease.renewed(renewedAt);
  else lease.revoke("another lease holds the device");
  return renewed;
}

const expiryAfter = (now: Date): string => new Date(now.getTime() + leaseSeconds * 1_000).toISOString();
