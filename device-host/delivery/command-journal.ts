import { DatabaseSync } from "node:sqlite";
import type { CommandEnd } from "./command-end.ts";

export type JournalEntry =
  /** Begun and not ended: the process died in between. `acted`: the device may have felt it. */
  | { readonly state: "begun"; readonly acted: boolean }
  | { readonly state: "ended"; readonly end: CommandEnd };

/**
 * Which commands this host has started, acted on and answered. Outlives the process (docs/faults.md D1), and what it must know of a device
 * outlives a power cut: that it may have acted, and what it must bring back.
 */
export interface CommandJournal {
  find(commandId: string): JournalEntry | null;
  begin(commandId: string): void;
  /** Called just before the first write to the device. */
  acting(commandId: string): void;
  end(commandId: string, end: CommandEnd): void;
  /** The epoch of the device's lease while its job may not have heard that it has the device; null: it has. */
  untold(deviceId: string): number | null;
  setUntold(deviceId: string, epoch: number | null): void;
  /** What a device must be brought back to, as JSON text. */
  note(deviceId: string): string | null;
  setNote(deviceId: string, note: string): void;
  dropNote(deviceId: string): void;
  close(): void;
}

/** Older commands cannot come again: SQS keeps a message for at most 14 days, a job for far less. */
const keptMilliseconds = 7 * 86_400_000;

/** Opens or makes the journal. Throws sqlite's error when the file cannot be used. */
export function openCommandJournal(path: string, now: () => Date): CommandJournal {
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS commands (
      command_id TEXT PRIMARY KEY, acted INTEGER NOT NULL DEFAULT 0, command_end TEXT, begun_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS notes (device_id TEXT PRIMARY KEY, note TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS untold (device_id TEXT PRIMARY KEY, epoch INTEGER) STRICT;
  `);
  database.prepare("DELETE FROM commands WHERE begun_at < ?").run(now().getTime() - keptMilliseconds);
  const select = database.prepare("SELECT acted, command_end FROM commands WHERE command_id = ?");
  const insert = database.prepare("INSERT OR IGNORE INTO commands (command_id, begun_at) VALUES (?, ?)");
  const markActed = database.prepare("UPDATE commands SET acted = 1 WHERE command_id = ?");
  const markEnded = database.prepare("UPDATE commands SET command_end = ? WHERE command_id = ?");
  const selectUntold = database.prepare("SELECT epoch FROM untold WHERE device_id = ?");
  const upsertUntold = database.prepare("INSERT OR REPLACE INTO untold (device_id, epoch) VALUES (?, ?)");
  const selectNote = database.prepare("SELECT note FROM notes WHERE device_id = ?");
  const upsertNote = database.prepare("INSERT OR REPLACE INTO notes (device_id, note) VALUES (?, ?)");
  const deleteNote = database.prepare("DELETE FROM notes WHERE device_id = ?");
  /** Waits for the disk, which takes milliseconds; everything else may be lost with the power. */
  const synced = (write: () => void): void => {
    database.exec("PRAGMA synchronous = FULL");
    try {
      write();
    } finally {
      database.exec("PRAGMA synchronous = NORMAL");
    }
  };
  return {
    find: (commandId) => {
      const row = select.get(commandId);
      if (row === undefined) return null;
      return typeof row.command_end === "string"
        ? { state: "ended", end: JSON.parse(row.command_end) as CommandEnd }
        : { state: "begun", acted: row.acted === 1 };
    },
    begin: (commandId) => void insert.run(commandId, now().getTime()),
    acting: (commandId) => synced(() => markActed.run(commandId)),
    end: (commandId, end) => void markEnded.run(JSON.stringify(end), commandId),
    untold: (deviceId) => {
      const epoch = selectUntold.get(deviceId)?.epoch;
      return typeof epoch === "number" ? epoch : null;
    },
    setUntold: (deviceId, epoch) => void upsertUntold.run(deviceId, epoch),
    note: (deviceId) => {
      const row = selectNote.get(deviceId);
      return typeof row?.note === "string" ? row.note : null;
    },
    setNote: (deviceId, note) => synced(() => upsertNote.run(deviceId, note)),
    dropNote: (deviceId) => void deleteNote.run(deviceId),
    close: () => database.close(),
  };
}
