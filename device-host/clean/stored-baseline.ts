import type { DeviceId } from "#shared/contracts/ids.ts";
import type { Validator } from "#shared/contracts/validator.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { CommandJournal } from "../delivery/command-journal.ts";
import type { DeviceContents } from "../judging/device-contents.ts";
import { wanted } from "../judging/providers.ts";
import { baselineOf, DeviceBaseline, readWholeDevice, type WholeDevice } from "./device-baseline.ts";

/** The device's baseline as it was last taken, or null when it never was or another version wrote it. */
export function loadBaseline(journal: CommandJournal, deviceId: DeviceId): DeviceBaseline | null {
  const note = journal.note(deviceId);
  if (note === null) return null;
  const parsed = DeviceBaseline.safeParse(JSON.parse(note));
  return parsed.success ? parsed.data : null;
}

/**
 * Takes what the device holds now for its baseline; on disk, so that it outlives the process. Of content providers that is also what the
 * job's checks ask for. `seen`: it was just read.
 */
export async function takeBaseline(
  adb: AdbDevice,
  journal: CommandJournal,
  deviceId: DeviceId,
  validators: readonly Validator[] = [],
  seen?: DeviceContents | undefined,
): Promise<WholeDevice> {
  const whole = await readWholeDevice(adb, wanted(validators), seen);
  journal.setNote(deviceId, JSON.stringify(baselineOf(whole)));
  return whole;
}
