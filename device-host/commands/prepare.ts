import { DroverError } from "#shared/errors/drover-error.ts";
import { noteArrivals } from "../clean/arrivals.ts";
import type { DeviceContents } from "../clean/device-baseline.ts";
import { loadBaseline, takeBaseline } from "../clean/stored-baseline.ts";
import { tearDown } from "../clean/tear-down.ts";
import { cleanWithData } from "../data/clean-with-data.ts";
import type { CommandContext } from "./command-context.ts";
import { meetForeignFiles } from "./meet-foreign-files.ts";

/** A clean device's state is what cleaning will bring it back to; a dirty one is brought back first. @throws DeviceNotClean */
export async function prepare({
  adb,
  device,
  services,
}: Pick<CommandContext<"setUp">, "adb" | "device" | "services">): Promise<DeviceContents> {
  const seen = device.needsClean ? null : await meetForeignFiles({ adb, device, services });
  const baseline = device.needsClean ? loadBaseline(services.journal, device.deviceId) : null;
  let contents: DeviceContents;
  if (baseline === null) {
    [contents] = await Promise.all([
      takeBaseline(adb, services.journal, device.deviceId, seen),
      noteArrivals(adb, services.journal, device.deviceId),
    ]);
  } else {
    await tearDown(adb, services.journal, device.deviceId);
    const { deviceId, touchedPackages: touched } = device;
    const cleaned = await cleanWithData(adb, { device: { deviceId, touched }, baseline, services });
    if (!cleaned.clean)
      throw new DroverError("DeviceNotClean", `Device ${device.deviceId} still keeps ${cleaned.leftovers}.`);
    contents = cleaned.contents;
  }
  device.needsClean = false;
  device.touchedPackages.clear();
  return contents;
}
