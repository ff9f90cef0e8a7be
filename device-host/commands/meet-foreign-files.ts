import { displayText } from "#shared/domain/display-text.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { cleanDevice } from "../clean/clean-device.ts";
import { type DeviceContents, readDeviceContents } from "../clean/device-baseline.ts";
import { foreignFiles } from "../clean/foreign-files.ts";
import { loadBaseline } from "../clean/stored-baseline.ts";
import { parkDevice } from "../lease/park-device.ts";
import type { CommandContext } from "./command-context.ts";

type Preparing = Pick<CommandContext<"setUp">, "adb" | "device" | "services">;

const done = { keep: "they are its own now", clean: "removed", quarantine: "look at them" } as const;

/**
 * Says of a clean device what somebody put on its storage since it was cleaned, and does with it what the project's config says. What it
 * holds then; null: its baseline was never taken. @throws DeviceNotClean where such a device is to be looked at by somebody
 */
export async function meetForeignFiles({ adb, device, services }: Preparing): Promise<DeviceContents | null> {
  const { journal, config, repositories, tenantId, clock, logger } = services;
  const { deviceId } = device;
  const baseline = loadBaseline(journal, deviceId);
  if (baseline === null) return null;
  const contents = await readDeviceContents(adb);
  const files = foreignFiles(contents, baseline);
  if (files.length === 0) return contents;
  const { foreignFiles: rule } = config.devices;
  const names = displayText(files.slice(0, 5).join(", "), 300);
  const more = files.length > 5 ? ` and ${files.length - 5} more` : "";
  const reason = `put on it between jobs: ${names}${more}; ${done[rule]}`;
  logger.warn("foreign files", { deviceId, files: files.length, rule });
  if (rule === "quarantine") {
    await parkDevice(device, "quarantined", reason, services, "operator");
    throw new DroverError("DeviceNotClean", `Device ${deviceId} holds files that were ${reason}.`);
  }
  const at = clock.now().toISOString();
  await repositories.devices.noteFound(tenantId, deviceId, { at, state: "dirty", reason });
  if (rule === "keep") return contents;
  // Nothing but these: what else changed meanwhile was somebody's business.
  const cleaned = await cleanDevice(adb, { ...contents, files: baseline.files }, []);
  if (!cleaned.clean)
    throw new DroverError("DeviceNotClean", `Device ${deviceId} still keeps ${cleaned.leftovers}.`);
  return cleaned.contents;
}
