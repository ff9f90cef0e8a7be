import type { DeviceState } from "#shared/contracts/device.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { cleanDevice } from "../clean/clean-device.ts";
import { loadBaseline, takeBaseline } from "../clean/stored-baseline.ts";
import type { HeldLease } from "../devices/held-lease.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";

export interface FreeResult {
  readonly clean: boolean;
  /** Why it was not freed. */
  readonly reason: string;
}

/** Cleans the device, proves it and ends the lease: the device is `ready`, or `quarantined` with the reason. */
export async function freeDevice(
  device: ManagedDevice,
  lease: HeldLease,
  adb: AdbDevice,
  services: HostServices,
): Promise<FreeResult> {
  await changeState(device, lease, services, "cleaning");
  const result = await clean(device, adb, services);
  device.needsClean = !result.clean;
  if (result.clean) device.touchedPackages.clear();
  await endLease(device, lease, services, result.clean ? "ready" : "quarantined", result.reason);
  return result;
}

async function clean(device: ManagedDevice, adb: AdbDevice, services: HostServices): Promise<FreeResult> {
  try {
    const baseline = loadBaseline(services.journal, device.deviceId);
    if (baseline === null) {
      // Never held by a job of this host: as it is, is how it should be.
      await takeBaseline(adb, services.journal, device.deviceId);
      return { clean: true, reason: "" };
    }
    const { clean, leftovers } = await cleanDevice(adb, baseline, device.touchedPackages);
    return { clean, reason: clean ? "" : `DeviceNotClean: it keeps ${leftovers}` };
  } catch (error) {
    const { code, message } = unexpected(error);
    if (code === "LeaseLost") throw error;
    services.logger.error("cleaning failed", { deviceId: device.deviceId, code, error: message });
    return { clean: false, reason: `DeviceNotClean: cleaning failed (${code}: ${message})`.slice(0, 500) };
  }
}

/** Ends the lease in the store and here. The device keeps whatever is on it. */
export async function endLease(
  device: ManagedDevice,
  lease: HeldLease,
  services: HostServices,
  state: DeviceState,
  reason: string,
): Promise<void> {
  lease.revoke("it was given back");
  await changeState(device, lease, services, state, reason);
  if (device.lease === lease) device.lease = null;
}

async function changeState(
  device: ManagedDevice,
  lease: HeldLease,
  { tenantId, repositories, clock, logger }: HostServices,
  state: DeviceState,
  reason = "",
): Promise<void> {
  const changed = await repositories.devices.transition({
    tenantId,
    deviceId: device.deviceId,
    epoch: lease.epoch,
    state,
    ...(reason === "" ? {} : { reason }),
    at: clock.now().toISOString(),
  });
  // Another epoch: somebody else has the device now, and its state is theirs.
  if (changed === null) return;
  device.adopt(changed);
  logger.info("device state", {
    deviceId: device.deviceId,
    state,
    epoch: lease.epoch,
    ...(reason === "" ? {} : { reason }),
  });
}
