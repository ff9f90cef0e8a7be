import type { Repair } from "#shared/contracts/device/device.ts";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { RepairLadder, Trouble } from "../devices/repair-ladder.ts";
import type { HostServices } from "../host-services.ts";
import { wasKeptClean } from "../snapshots/clean-snapshot.ts";

/** A device as its ladder knows it, whether it was ever fit for work or not. */
export interface BrokenDevice {
  readonly deviceId: DeviceId;
  readonly repairs: RepairLadder;
}

/**
 * Does the next thing about a device's trouble, or tells what its caller has to do: reconnecting, quarantining, making again what was made
 * for a job and going back to how it was clean (`goBackClean`), which takes its time. Null: the pause since the last is not over.
 */
export async function repairDevice(
  trouble: Trouble,
  device: BrokenDevice & { readonly adb: AdbDevice },
  services: HostServices,
): Promise<Repair | null> {
  const { clock, retryBackoff } = services;
  const { adb, repairs } = device;
  const kept = wasKeptClean(device.deviceId, services) ? "snapshot" : null;
  const asNew = adb.incarnation === undefined ? kept : "made";
  const repair = repairs.climb(trouble, clock.monotonic(), retryBackoff, asNew);
  if (repair === null || repair === "quarantine") return repair;
  await sayRepair(repair, trouble, device, services);
  // The connection goes with the device.
  if (repair === "reboot") await adb.write([["reboot"]]).catch(() => []);
  return repair;
}

/** Has a device that is not fit for work tried again after a pause, which grows (tend-devices.ts). */
export const tryLater = (
  { repairs }: Pick<BrokenDevice, "repairs">,
  { clock, retryBackoff }: HostServices,
): void => repairs.failed(clock.monotonic(), retryBackoff);

/** Counts that the device is quarantined; its state is the caller's to change. */
export async function noteQuarantine(device: BrokenDevice, services: HostServices): Promise<void> {
  device.repairs.quarantined(services.clock.monotonic(), services.retryBackoff);
  await sayRepair("quarantine", "", device, services);
}

/** In metrics, log and store; what the store does not take is said with the next. */
export async function sayRepair(
  repair: Repair,
  trouble: Trouble | "",
  { deviceId, repairs }: BrokenDevice,
  { tenantId, repositories, clock, metrics, logger }: HostServices,
): Promise<void> {
  metrics.count("drover_device_repairs_total", { repair });
  logger.warn("device repair", { deviceId, repair, trouble });
  const at = clock.now().toISOString();
  await repositories.devices
    .sayRepairs({ tenantId, deviceId, repairs: repairs.counts, at })
    .catch((error: unknown) => logger.warn("repairs not said", { deviceId, error: String(error) }));
}
