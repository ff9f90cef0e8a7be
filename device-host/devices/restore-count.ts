import type { CommandJournal } from "../delivery/command-journal.ts";

const note = (deviceId: string): string => `${deviceId}#restores`;

/** How often the device was brought back to a snapshot since it was last restarted for that. */
export const restoresOf = (journal: CommandJournal, deviceId: string): number =>
  Number(journal.note(note(deviceId)) ?? "0");

/** The count with this one. */
export function countRestore(journal: CommandJournal, deviceId: string): number {
  const count = restoresOf(journal, deviceId) + 1;
  journal.setNote(note(deviceId), String(count));
  return count;
}

export const forgetRestores = (journal: CommandJournal, deviceId: string): void =>
  journal.setNote(note(deviceId), "0");
