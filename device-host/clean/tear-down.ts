import { DeviceCommands } from "#shared/contracts/job/preparation.ts";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { CommandJournal } from "../delivery/command-journal.ts";

const noteOf = (deviceId: DeviceId): string => `${deviceId}#tearDown`;

/** On disk, before anything of the set-up is done: a host that dies in between runs the lines when it is back. */
export function rememberTearDown(
  journal: CommandJournal,
  deviceId: DeviceId,
  commands: readonly string[],
): void {
  if (commands.length > 0) journal.setNote(noteOf(deviceId), JSON.stringify(commands));
}

/** Runs the lines that the device's last job wanted run after it, once, before the device is cleaned. Answers those that failed. */
export async function tearDown(
  adb: AdbDevice,
  journal: CommandJournal,
  deviceId: DeviceId,
): Promise<readonly string[]> {
  const commands = DeviceCommands.parse(JSON.parse(journal.note(noteOf(deviceId)) ?? "[]"));
  if (commands.length === 0) return [];
  const results = await adb.write(commands.map((command) => ["sh", "-c", command]));
  journal.setNote(noteOf(deviceId), "[]");
  return commands.filter((_, index) => results[index]?.code !== 0);
}
