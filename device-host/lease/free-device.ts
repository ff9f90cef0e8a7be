import type { DeviceState, QuarantinedBy } from "#shared/contracts/device/device.ts";
import { catalogue } from "#shared/errors/catalogue.ts";
import type { DroverError } from "#shared/errors/drover-error.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { isTransportError } from "../adb/adb-error.ts";
import { loadBaseline, takeBaseline } from "../clean/stored-baseline.ts";
import { tearDown } from "../clean/tear-down.ts";
import { cleanWithData } from "../data/clean-with-data.ts";
import type { HeldLease } from "../devices/held-lease.ts";
import { lookAtScreen } from "../devices/look-at-screen.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import { endRecording } from "../devices/record-lease.ts";
import { forgetRestores, restoresOf } from "../devices/restore-count.ts";
import { leaveSplit } from "../devices/split-screen.ts";
import type { HostServices } from "../host-services.ts";
import { keepClean, wentBackClean } from "../snapshots/clean-snapshot.ts";
import { keepLog } from "./keep-log.ts";
import { noteQuarantine, repairDevice, tryLater } from "./repair-device.ts";

export interface FreeResult {
  readonly clean: boolean;
  /** `dirty`: it could not be cleaned now, which says nothing about the device. */
  readonly state: "ready" | "dirty" | "quarantined";
  /** Why it was not freed. */
  readonly reason: string;
}

/**
 * Cleans the device, proves it and ends the lease; one that a person had is given back to them as it is, one that was made for
 * its job alone ends uncleaned. What cannot be
 * cleaned is quarantined; when the way to the device or the cloud failed it is `dirty`. Both are tried again later
 * (tend-devices.ts).
 */
export async function freeDevice(
  device: ManagedDevice,
  lease: HeldLease,
  adb: AdbDevice,
  services: HostServices,
  lookFirst = false,
): Promise<FreeResult> {
  // Before anything is cleaned: what still came through it would not be.
  await lease.adbPort?.port.close("the device was given back");
  await lease.adbPort?.ended;
  await using _recording = await endRecording(lease, services);
  await keepLog(device, lease, adb, services);
  if (lease.split !== null) await leaveSplit(adb, lease.split).catch(() => {});
  if (lease.personsReason !== null) {
    await endLease(device, lease, services, "quarantined", "");
    return { clean: false, state: "quarantined", reason: "It was given back without cleaning." };
  }
  const cleaned = device.spent ? freed : await cleanAtLast(device, lease, adb, services, lookFirst);
  const distrust = endOfTrust(device, lease, services);
  const result: FreeResult =
    distrust === null
      ? await restarted(cleaned, device, adb, services)
      : { clean: false, state: "quarantined", reason: distrust };
  device.needsClean = !result.clean;
  if (result.clean) {
    device.touchedPackages.clear();
    if (!device.spent) await keepClean(device, adb, services);
    if (lease.jobId === null) device.repairs.mended();
    else device.repairs.proved();
  } else if (result.state === "quarantined") await noteQuarantine(device, services);
  else tryLater(device, services);
  await endLease(device, lease, services, result.state, result.reason);
  return result;
}

/** What no cleaning takes away goes with all else that came since the device was kept as it was clean; that it has gone is proved alike. */
async function cleanAtLast(
  device: ManagedDevice,
  lease: HeldLease,
  adb: AdbDevice,
  services: HostServices,
  lookFirst: boolean,
): Promise<FreeResult> {
  const cleaned = await clean(device, lease, adb, services, lookFirst);
  if (cleaned.state !== "quarantined") return cleaned;
  const repair = await repairDevice("notClean", device, services);
  if (repair !== "recreate" || !(await wentBackClean(device, services))) return cleaned;
  return clean(device, lease, adb, services, true);
}

/** One that was brought back to snapshots so often boots again: what it has in memory is as old as its first boot. */
async function restarted(
  cleaned: FreeResult,
  { deviceId }: ManagedDevice,
  adb: AdbDevice,
  services: HostServices,
): Promise<FreeResult> {
  const { config, logger } = services;
  const restores = restoresOf(services, deviceId);
  if (!cleaned.clean || restores < config.snapshots.restoresPerBoot) return cleaned;
  await forgetRestores(services, deviceId);
  logger.info("device restarted", { deviceId, restores });
  // The connection goes with the device.
  await adb.write([["reboot"]]).catch(() => []);
  const reason = `restarted after ${restores} restores of snapshots`;
  return { clean: false, state: "dirty", reason };
}

/** Counts what the lease tells of its device and this host; why the device is taken out of service, or null. */
export function endOfTrust(device: ManagedDevice, lease: HeldLease, services: HostServices): string | null {
  services.failures.ended(device.deviceId, lease);
  const reason = device.failures.ended(lease, services.clock.monotonic());
  if (reason !== null) services.logger.warn("device distrusted", { deviceId: device.deviceId, reason });
  return reason;
}

const freed: FreeResult = { clean: true, state: "ready", reason: "" };

async function clean(
  device: ManagedDevice,
  lease: HeldLease,
  adb: AdbDevice,
  services: HostServices,
  lookFirst: boolean,
): Promise<FreeResult> {
  try {
    await changeState(device, lease, services, { state: "cleaning", reason: "", by: "host" });
    if (lookFirst) await lookAtScreen(device, adb, services.clock);
    const baseline = loadBaseline(services.journal, device.deviceId);
    if (baseline === null) {
      // Never held by a job of this host: as it is, is how it should be.
      await takeBaseline(adb, services.journal, device.deviceId);
      return freed;
    }
    const failed = await tearDown(adb, services.journal, device.deviceId);
    if (failed.length > 0)
      services.logger.warn("tear-down failed", { deviceId: device.deviceId, lines: failed });
    const { clean, leftovers } = await cleanWithData(adb, { device, baseline, services });
    if (clean) return freed;
    return { clean, state: "quarantined", reason: `DeviceNotClean: not as before: ${leftovers}` };
  } catch (error) {
    const known = unexpected(error);
    if (known.code === "LeaseLost") throw error;
    services.logger.error("cleaning failed", {
      deviceId: device.deviceId,
      code: known.code,
      error: known.message,
    });
    const reason = `cleaning failed (${known.code}: ${known.message})`.slice(0, 500);
    return { clean: false, state: aboutDevice(known) ? "quarantined" : "dirty", reason };
  }
}

/** Whether the error tells something of the device itself, not of the way to it, this host or the cloud. */
const aboutDevice = (error: DroverError): boolean =>
  catalogue[error.code].fault === "device" && (error.code === "DeviceTimeout" || !isTransportError(error));

/** Ends the lease in the store and here. The device keeps whatever is on it; one that a person had is theirs again. */
export async function endLease(
  device: ManagedDevice,
  lease: HeldLease,
  services: HostServices,
  state: DeviceState,
  reason: string,
): Promise<void> {
  lease.revoke("it was given back");
  const { personsReason } = lease;
  await (personsReason === null
    ? changeState(device, lease, services, { state, reason, by: "host" })
    : changeState(device, lease, services, { state: "quarantined", reason: personsReason, by: "operator" }));
  if (device.lease === lease) device.lease = null;
}

async function changeState(
  device: ManagedDevice,
  lease: HeldLease,
  { tenantId, repositories, clock, logger }: HostServices,
  { state, reason, by }: { state: DeviceState; reason: string; by: QuarantinedBy },
): Promise<void> {
  const changed = await repositories.devices.transition({
    tenantId,
    deviceId: device.deviceId,
    epoch: lease.epoch,
    state,
    quarantinedBy: state === "quarantined" ? by : undefined,
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
