import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/** Frames of a write-ahead log that SQLite ignored, because they stand behind what it could not read. */
export interface IgnoredFrames {
  readonly frames: number;
  /** Transactions among them. */
  readonly commits: number;
  /** A kill leaves one transaction unfinished at most. */
  readonly isDamage: boolean;
  /** Copies the log as it was found, and empties it so that the next start finds none of this. The copy's name; null: there is no log. */
  setAside(): string | null;
}

/** The write-ahead log of a database that is not open yet: to open it changes the log. */
export function readLog(file: string): Buffer {
  const path = `${file}-wal`;
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}

/** Looks in the log behind the last commit that SQLite could read, now that the database is open (sqlite.org/fileformat2.html#the_write_ahead_log). */
export function ignoredFrames(wal: Buffer, database: DatabaseSync, file: string): IgnoredFrames {
  // Reading has SQLite recover the log; NOOP, which older versions take for PASSIVE, says how many frames it found good.
  database.prepare("SELECT count(*) FROM sqlite_schema").get();
  const pageBytes = Number(database.prepare("PRAGMA page_size").get()?.page_size);
  const log = Number(database.prepare("PRAGMA wal_checkpoint(NOOP)").get()?.log);
  const end = HEADER_BYTES + Math.max(log, 0) * (FRAME_HEADER_BYTES + pageBytes);
  let [frames, commits] = [0, 0];
  for (const salts of saltsOf(wal)) {
    // By its salts a frame is found where bytes are missing before it, too.
    for (let at = wal.indexOf(salts, end); at >= 0; at = wal.indexOf(salts, at + salts.length)) {
      frames += 1;
      if (wal.readUInt32BE(at - 4) !== 0) commits += 1;
    }
  }
  const setAside = (): string | null => {
    if (wal.length === 0) return null;
    const aside = `${file}-wal.damaged-${wal.toString("hex", 16, 24)}`;
    writeFileSync(aside, wal, { mode: 0o600 });
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    return aside;
  };
  return { frames, commits, isDamage: commits > 1, setAside };
}

/**
 * What frames of this round of the log carry, not those of earlier ones: its header's salts, and its first frame's where the header may be
 * what is damaged. A log that begins again counts the first salt up.
 */
function saltsOf(wal: Buffer): readonly Buffer[] {
  if (wal.length < HEADER_BYTES + FRAME_HEADER_BYTES) return [];
  const header = wal.subarray(16, 24);
  const first = wal.subarray(HEADER_BYTES + 8, HEADER_BYTES + 16);
  const isNewRound = header.readUInt32BE(0) === (first.readUInt32BE(0) + 1) >>> 0;
  return isNewRound || header.equals(first) ? [header] : [header, first];
}
