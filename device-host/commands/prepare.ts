import { DroverError } from "#shared/errors/drover-error.ts";
import { cleanDevice } from "../clean/clean-device.ts";
import type { DeviceContents } from "../clean/device-baseline.ts";
import { loadBaseline, takeBaseline } from "../clean/stored-baseline.ts";
import type { CommandContext } from "./command-context.ts";

/** A clean device's state is what cleaning will bring it back to; a dirty one is brought back first. @throws DeviceNotClean */
export async function prepare({
  adb,
  device,
  services,
}: Pick<CommandContext<"setUp">, "adb" | "device" | "services">): Promise<DeviceContents> {
  const baseline = device.needsClean ? loadBaseline(services.journal, device.deviceId) : null;
  let contents: DeviceContents;
  if (baseline === null) {
    contents = await takeBaseline(adb, services.journal, device.deviceId);
  } else {
    const cleaned = await cleanDevice(adb, baseline, device.touchedPackages);
    if (!cleaned.clean)
      throw new DroverError("DeviceNotClean", `Device ${device.deviceId} still keeps ${cleaned.leftovers}.`);
    contents = cleaned.contents;
  }
  device.needsClean = false;
  device.touchedPackages.clear();
  return contents;
}
