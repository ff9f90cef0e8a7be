import type { DeviceId } from "#shared/contracts/ids.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { CommandJournal } from "../delivery/command-journal.ts";
import { DeviceBaseline, type DeviceContents, readDeviceContents } from "./device-baseline.ts";

/** The device's baseline as it was last taken, or null when it never was or another version wrote it. */
export function loadBaseline(journal: CommandJournal, deviceId: DeviceId): DeviceBaseline | null {
  const note = journal.note(deviceId);
  if (note === null) return null;
  const parsed = DeviceBaseline.safeParse(JSON.parse(note));
  return parsed.success ? parsed.data : null;
}

/** Takes what the device holds now for its baseline; on disk, so that it outlives the process. `seen`: it was just read. */
export async function takeBaseline(
  adb: AdbDevice,
  journal: CommandJournal,
  deviceId: DeviceId,
  seen: DeviceContents | null = null,
): Promise<DeviceContents> {
  const { openPackages, ...baseline } = seen ?? (await readDeviceContents(adb));
  journal.setNote(deviceId, JSON.stringify(baseline satisfies DeviceBaseline));
  return { ...baseline, openPackages };
}
