import type { Validator } from "#shared/contracts/judging/validator.ts";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { CommandJournal } from "../delivery/command-journal.ts";
import type { DeviceContents } from "../judging/device-contents.ts";
import { wanted } from "../judging/providers.ts";
import {
  baselineOf,
  DeviceBaseline,
  lostFromSight,
  readingOf,
  readWholeDevice,
  type WholeDevice,
} from "./device-baseline.ts";

/** The device's baseline as it was last taken, or null when it never was or another version wrote it. */
export function loadBaseline(journal: CommandJournal, deviceId: DeviceId): DeviceBaseline | null {
  const note = journal.note(deviceId);
  if (note === null) return null;
  const parsed = DeviceBaseline.safeParse(JSON.parse(note));
  return parsed.success ? parsed.data : null;
}

/**
 * Takes what the device holds now for its baseline; on disk, so that it outlives the process. Of content providers that is also what the
 * job's checks ask for. `seen`: it was just read. What cannot be read is read again.
 * @throws DeviceNotClean when it cannot be read any more: what cannot be compared after the job is not handed to it
 */
export async function takeBaseline(
  adb: AdbDevice,
  journal: CommandJournal,
  deviceId: DeviceId,
  validators: readonly Validator[] = [],
  seen?: DeviceContents | undefined,
): Promise<WholeDevice> {
  const before = loadBaseline(journal, deviceId);
  const first = await readWholeDevice(adb, wanted(validators), seen);
  const isBlind = before === null ? readingOf(first).unread.length > 0 : blindTo(first, before).length > 0;
  const whole = isBlind ? await readWholeDevice(adb, wanted(validators)) : first;
  const blind = before === null ? [] : blindTo(whole, before);
  if (blind.length > 0)
    throw new DroverError(
      "DeviceNotClean",
      `Device ${deviceId} is not clean: ${blind.join(", ").slice(0, 400)}.`,
    );
  journal.setNote(deviceId, JSON.stringify(baselineOf(whole)));
  return whole;
}

/** What other jobs' checks asked for was never read. */
function blindTo(now: WholeDevice, before: DeviceBaseline): readonly string[] {
  const wereRead = new Set(readingOf(before).tables.map(({ source }) => source));
  const unread = now.unread.filter(({ where }) => wereRead.has(where));
  return lostFromSight({ ...now, unread }, before);
}
