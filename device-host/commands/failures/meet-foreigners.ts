import { DroverError } from "#shared/errors/drover-error.ts";
import { displayText } from "#shared/text/display-text.ts";
import { removeFiles } from "../../clean/clean-plan.ts";
import { uncoverHome } from "../../clean/cover-of-home.ts";
import { foreignFiles } from "../../clean/foreign-files.ts";
import { loadBaseline } from "../../clean/stored-baseline.ts";
import { type DeviceContents, readDeviceContents } from "../../judging/device-contents.ts";
import { parkDevice } from "../../lease/park-device.ts";
import type { CommandContext } from "../command-context.ts";

type Preparing = Pick<CommandContext<"setUp">, "adb" | "device" | "services">;

const done = { keep: "they are its own now", clean: "removed", quarantine: "look at them" } as const;

/**
 * Closes what came over a clean device's home screen since it was cleaned. What the device holds; null: its baseline was never taken.
 * @throws DeviceNotClean when it cannot be closed, or where a device with foreign files is to be looked at by somebody
 */
export async function meetForeigners(preparing: Preparing): Promise<DeviceContents | null> {
  const { adb, device, services } = preparing;
  const baseline = loadBaseline(services.journal, device.deviceId);
  if (baseline === null) return null;
  const seen = await readDeviceContents(adb);
  const { covers, windows } = await uncoverHome(seen.windows, baseline.shown, { adb, clock: services.clock });
  const contents = { ...seen, windows };
  if (covers.length > 0)
    throw new DroverError("DeviceNotClean", `Device ${device.deviceId} is not clean: ${covers.join(", ")}.`);
  const files = foreignFiles(contents, baseline);
  return files.length === 0 ? contents : meetForeignFiles(files, contents, preparing);
}

/** Says what somebody put on its storage since it was cleaned, and does with it what the project's config says. */
async function meetForeignFiles(
  files: readonly string[],
  contents: DeviceContents,
  { adb, device, services }: Preparing,
): Promise<DeviceContents> {
  const { config, repositories, tenantId, clock, logger } = services;
  const { deviceId } = device;
  const { foreignFiles: rule } = config.devices;
  const names = displayText(files.slice(0, 5).join(", "), 300);
  const more = files.length > 5 ? ` and ${files.length - 5} more` : "";
  const reason = `put on it between jobs: ${names}${more}; ${done[rule]}`;
  logger.warn("foreign files", { deviceId, files: files.length, rule });
  if (rule === "quarantine") {
    await parkDevice(device, "quarantined", reason, services, "operator");
    throw new DroverError("DeviceNotClean", `Device ${deviceId} has files that were ${reason}.`);
  }
  const at = clock.now().toISOString();
  await repositories.devices.noteFound(tenantId, deviceId, { at, state: "dirty", reason });
  if (rule === "keep") return contents;
  // Nothing but these: what else changed meanwhile was somebody's business.
  await adb.write(removeFiles(files));
  const now = await readDeviceContents(adb);
  const left = files.filter((path) => now.files !== null && Object.hasOwn(now.files, path));
  if (left.length > 0)
    throw new DroverError(
      "DeviceNotClean",
      `Device ${deviceId} still has ${displayText(left.join(", "), 300)}.`,
    );
  return now;
}
