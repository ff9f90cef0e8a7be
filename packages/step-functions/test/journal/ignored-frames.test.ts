import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ignoredFrames, readLog } from "../../src/journal/ignored-frames.ts";

const FRAME = 24 + 4096;

let dir: string;
/** The log before the last transaction, and after it. Both hold old frames behind those of their round. */
let before: Buffer;
let after: Buffer;
let commitsBefore: number;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "ignored-frames-"));
  const file = join(dir, "journal.sqlite");
  const database = new DatabaseSync(file);
  database.exec("PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0");
  database.exec("CREATE TABLE rows (text TEXT)");
  const insert = database.prepare("INSERT INTO rows VALUES (?)");
  const commit = (times: number): void => {
    for (let index = 0; index < times; index += 1) insert.run("x".repeat(9_000));
  };
  commit(20);
  database.exec("PRAGMA wal_checkpoint(RESTART)");
  commitsBefore = 6;
  commit(commitsBefore);
  before = readLog(file);
  copyFileSync(file, join(dir, "main"));
  commit(1);
  after = readLog(file);
  database.close();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** What is found when a process finds that log. */
function found(wal: Buffer) {
  const file = join(mkdtempSync(join(dir, "found-")), "journal.sqlite");
  copyFileSync(join(dir, "main"), file);
  writeFileSync(`${file}-wal`, wal);
  const log = readLog(file);
  const database = new DatabaseSync(file);
  database.exec("PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL");
  const ignored = ignoredFrames(log, database, file);
  const { rows } = database.prepare("SELECT count(*) AS rows FROM rows").get() as { rows: number };
  const aside = ignored.commits < 2 ? null : ignored.setAside();
  database.close();
  const kept = aside === null ? null : readFileSync(aside);
  rmSync(join(file, ".."), { recursive: true });
  return { ...ignored, rows, kept };
}

/** Bytes of this round's frames after the transaction before the last. */
const roundBytes = (): number => {
  const salts = after.subarray(16, 24);
  return after.lastIndexOf(salts) - 8 + FRAME;
};

describe("frames that SQLite ignores", () => {
  it("are not taken for damage wherever a kill stops the writing of a commit", () => {
    const from = before.findIndex((byte, at) => byte !== after[at]);
    fc.assert(
      fc.property(fc.integer({ min: from, max: roundBytes() }), fc.boolean(), (at, isOverwritten) => {
        // The log has old frames behind, or ends where the writing stopped.
        const rest = isOverwritten ? before.subarray(at) : Buffer.alloc(0);
        const { commits, rows } = found(Buffer.concat([after.subarray(0, at), rest]));
        expect(commits).toBeLessThan(2);
        expect(rows - 20 - commitsBefore).toBe(at === roundBytes() ? 1 : 0);
      }),
      { numRuns: 60 },
    );
  });

  it("are found and kept wherever a byte before the last two commits is flipped", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: roundBytes() - 8 * FRAME }),
        fc.integer({ min: 0, max: 7 }),
        (at, bit) => {
          const damaged = Buffer.from(after);
          damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << bit), at);
          const { frames, commits, rows, kept } = found(damaged);
          const lost = 20 + commitsBefore + 1 - rows;
          expect(lost).toBeGreaterThan(1);
          expect(commits).toBeGreaterThanOrEqual(lost - 1);
          expect(frames).toBeGreaterThanOrEqual(commits);
          expect(kept?.equals(damaged)).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("are none in a log that was just begun anew over an old one", () => {
    // The header is written before the first frame.
    const old = Buffer.from(after);
    old.writeUInt32BE((old.readUInt32BE(16) + 1) >>> 0, 16);
    expect(found(old)).toMatchObject({ frames: 0, commits: 0 });
  });
});
