import { DroverError } from "#shared/errors/drover-error.ts";
import type { HeldLease } from "../devices/held-lease.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { claimDevice } from "../lease/claim-device.ts";
import { endLease } from "../lease/free-device.ts";

/**
 * Holds a device that nobody has for one thing that a person does, so that no job can get it meanwhile, and leaves it `dirty`. The caller
 * has its turn in the device's lane. @throws DeviceBusy
 */
export async function heldForPerson<Result>(
  device: ManagedDevice,
  services: HostServices,
  what: string,
  use: (lease: HeldLease) => Promise<Result>,
): Promise<Result> {
  const lease = await claimDevice(device, null, services);
  if (lease === null) throw busy(device);
  device.needsClean = true;
  try {
    return await use(lease);
  } finally {
    await endLease(device, lease, services, "dirty", `${what}: it is cleaned before its next job`);
  }
}

export const busy = ({ deviceId, state }: ManagedDevice): DroverError =>
  new DroverError("DeviceBusy", `Device '${deviceId}' is ${state}.`);
