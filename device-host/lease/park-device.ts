import type { QuarantinedBy } from "#shared/contracts/device/device.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { claimDevice } from "./claim-device.ts";
import { endLease, freeDevice } from "./free-device.ts";
import { noteLoss } from "./note-loss.ts";
import { noteQuarantine, tryLater } from "./repair-device.ts";

/** Takes the device out of service in that state; whoever held it holds it no longer. */
export async function parkDevice(
  device: ManagedDevice,
  state: "offline" | "dirty" | "quarantined",
  reason: string,
  services: HostServices,
  by: QuarantinedBy = "host",
): Promise<void> {
  const { tenantId, repositories, clock, logger } = services;
  const held = device.lease;
  const why = reason === "" ? "its host took it out of service" : reason;
  held?.revoke(why);
  if (held !== null && held.personsReason !== null) {
    await endLease(device, held, services, state, reason);
    return noteLoss(device, held, why, services);
  }
  device.lease = null;
  device.needsClean = true;
  device.lastScreen = null;
  device.state = state;
  const { deviceId, epoch } = device;
  const at = clock.now().toISOString();
  if (held !== null) await noteLoss(device, held, why, services);
  if (state === "quarantined" && by === "host") await noteQuarantine(device, services);
  // Whoever has it now may run an instrumentation, of which Android runs one.
  if (state === "quarantined" && by === "operator") await device.uiServer?.lend("person");
  const quarantinedBy = state === "quarantined" ? by : undefined;
  const change = {
    tenantId,
    deviceId,
    epoch,
    state,
    quarantinedBy,
    at,
    ...(reason === "" ? {} : { reason }),
  };
  const stored = await repositories.devices.transition(change);
  if (stored !== null) device.adopt(stored);
  logger.info("device parked", { deviceId, state, reason });
}

/**
 * Cleans a device that nobody holds, under a lease of the host's own: its new epoch fences what was sent before. One that
 * was quarantined must also show its screen.
 */
export async function tidyDevice(device: ManagedDevice, services: HostServices): Promise<void> {
  try {
    using _turn = await device.lane.enter();
    const quarantined = device.state === "quarantined";
    if (device.lease !== null || !(quarantined || device.state === "dirty")) return;
    const lease = await claimDevice(device, null, services, quarantined ? "quarantined" : "free");
    if (lease === null) return tryLater(device, services);
    const adb = device.adb.with({ guard: () => lease.check() });
    await freeDevice(device, lease, adb, services, quarantined);
  } catch (error) {
    tryLater(device, services);
    services.logger.error("device not tidied", { deviceId: device.deviceId, error: String(error) });
  }
}
