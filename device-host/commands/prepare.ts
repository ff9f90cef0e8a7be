import type { Validator } from "#shared/contracts/judging/validator.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { WholeDevice } from "../clean/device-baseline.ts";
import { loadBaseline, takeBaseline } from "../clean/stored-baseline.ts";
import { tearDown } from "../clean/tear-down.ts";
import { cleanWithData } from "../data/clean-with-data.ts";
import type { CommandContext } from "./command-context.ts";
import { meetForeigners } from "./failures/meet-foreigners.ts";

/**
 * A dirty device is brought back first; a clean device's state is what cleaning will bring it back to, what the job's checks ask of its
 * content providers included. @throws DeviceNotClean
 */
export async function prepare(
  { adb, device, services }: Pick<CommandContext<"setUp">, "adb" | "device" | "services">,
  validators: readonly Validator[],
): Promise<WholeDevice> {
  const { deviceId } = device;
  const seen = device.needsClean ? null : await meetForeigners({ adb, device, services });
  const baseline = device.needsClean ? loadBaseline(services.journal, deviceId) : null;
  if (baseline !== null) {
    await tearDown(adb, services.journal, deviceId);
    const cleaned = await cleanWithData(adb, { device, baseline, services });
    if (!cleaned.clean)
      throw new DroverError("DeviceNotClean", `Device ${deviceId} is not clean: ${cleaned.leftovers}.`);
    device.secrets?.forget();
  }
  const contents = await takeBaseline(adb, services.journal, deviceId, validators, seen ?? undefined);
  device.needsClean = false;
  device.touchedPackages.clear();
  device.pages.clear();
  return contents;
}
