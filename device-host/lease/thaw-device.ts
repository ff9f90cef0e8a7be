import type { Repair } from "#shared/contracts/device/device.ts";
import type { HeldLease } from "../devices/held-lease.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import { timesOf } from "../devices/repair-ladder.ts";
import type { HostServices } from "../host-services.ts";
import { wentBackClean } from "../snapshots/clean-snapshot.ts";
import { endLease } from "./free-device.ts";
import { tidyDevice } from "./park-device.ts";
import { noteQuarantine, repairDevice } from "./repair-device.ts";

/**
 * Ends the lease of a device whose screen is frozen. Cleaning needs a screen that can be looked at: the device is booted or taken back
 * to how it was clean, and cleaned when it is there again.
 */
export async function thawDevice(
  device: ManagedDevice,
  lease: HeldLease,
  services: HostServices,
): Promise<void> {
  const repair = await repairDevice("frozen", device, services);
  const isBack = repair === "recreate" && (await wentBackClean(device, services));
  if (repair === "quarantine") await noteQuarantine(device, services);
  const state = repair === "reboot" || isBack ? "dirty" : "quarantined";
  const why = `ScreenFrozen: its screen was frozen; ${inWords(repair, isBack, device)}`;
  await endLease(device, lease, services, state, why);
  // One that boots is cleaned when it has.
  if (isBack) void tidyDevice(device, services);
}

function inWords(repair: Repair | null, isBack: boolean, { repairs }: ManagedDevice): string {
  if (repair === "reboot") return `rebooted ${timesOf(repairs.triesOf("frozen"))}`;
  return isBack ? "restored its clean snapshot" : "out of work";
}
