import * as z from "zod";
import { JobData } from "#shared/contracts/job/job-data.ts";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import type { CommandJournal } from "../delivery/command-journal.ts";

const ChangedDatabase = z.strictObject({
  package: z.string(),
  database: z.string(),
  path: z.string(),
  asApp: z.boolean(),
  /** Of what it held before; null: there was none, or nobody looked. */
  digest: z.string().nullable(),
});
export type ChangedDatabase = z.infer<typeof ChangedDatabase>;

const PutNotes = z.strictObject({ data: JobData, databases: z.array(ChangedDatabase).readonly() });
export type PutNotes = z.infer<typeof PutNotes>;

const noteOf = (deviceId: DeviceId): string => `${deviceId}#data`;

/** On disk, before anything is put there: a host that dies in between takes it away when it is back. */
export const rememberPut = (journal: CommandJournal, deviceId: DeviceId, notes: PutNotes): void =>
  journal.setNote(noteOf(deviceId), JSON.stringify(notes));

export function putOn(journal: CommandJournal, deviceId: DeviceId): PutNotes | null {
  const note = journal.note(noteOf(deviceId));
  if (note === null || note === "") return null;
  const parsed = PutNotes.safeParse(JSON.parse(note));
  return parsed.success ? parsed.data : null;
}

export const forgetPut = (journal: CommandJournal, deviceId: DeviceId): void =>
  journal.setNote(noteOf(deviceId), "");
