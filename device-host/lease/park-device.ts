import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { claimDevice } from "./claim-device.ts";
import { freeDevice } from "./free-device.ts";

/** Takes the device out of work in that state; whoever held it holds it no longer. */
export async function parkDevice(
  device: ManagedDevice,
  state: "offline" | "dirty" | "quarantined",
  reason: string,
  { tenantId, repositories, clock, logger }: HostServices,
): Promise<void> {
  device.lease?.revoke(reason);
  device.lease = null;
  device.needsClean = true;
  device.lastScreen = null;
  device.state = state;
  const { deviceId, epoch } = device;
  const at = clock.now().toISOString();
  const change = { tenantId, deviceId, epoch, state, at, ...(reason === "" ? {} : { reason }) };
  const stored = await repositories.devices.transition(change);
  if (stored !== null) device.adopt(stored);
  logger.info("device parked", { deviceId, state, reason });
}

/** Cleans a device that nobody holds, under a lease of the host's own: its new epoch fences what was sent before. */
export async function tidyDevice(device: ManagedDevice, services: HostServices): Promise<void> {
  try {
    using _turn = await device.lane.enter();
    if (device.lease !== null || device.state !== "dirty") return;
    const lease = await claimDevice(device, null, services);
    if (lease === null) return;
    await freeDevice(device, lease, device.adb.with({ guard: () => lease.check() }), services);
  } catch (error) {
    services.logger.error("device not tidied", { deviceId: device.deviceId, error: String(error) });
  }
}
