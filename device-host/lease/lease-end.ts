import { Lease } from "#shared/contracts/device/lease.ts";
import type { CommandEnd } from "../delivery/command-end.ts";
import type { HeldLease } from "../devices/held-lease.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";

/** What a job learns about the device that it got. */
export const leaseEnd = (device: ManagedDevice, lease: HeldLease, services: HostServices): CommandEnd => ({
  ok: true,
  output: JSON.stringify(
    Lease.parse({
      deviceId: device.deviceId,
      hostId: services.hostId,
      epoch: lease.epoch,
      acquiredAt: services.clock.now().toISOString(),
      commandQueueUrl: services.commandQueueUrl,
      screen: device.naturalSize,
    }),
  ),
});
