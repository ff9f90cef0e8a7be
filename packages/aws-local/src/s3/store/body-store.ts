import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { appendFile, copyFile, open, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Database } from "../../sqlite/database.ts";

export interface ByteRange {
  readonly start: number;
  /** The last one. */
  readonly end: number;
}

export type BodyStore = ReturnType<typeof openBodyStore>;

/** A file costs six calls of the system and as many hops between threads; a row of this size costs a tenth of that. */
const largestRowBytes = 16 * 1024;
const isRow = (id: string): boolean => id.startsWith("row-");

/**
 * Small bodies as rows, written with the object they belong to. Others as files under names made by chance, so that no key becomes a path. A body is written to `incoming/`, its row is
 * committed, then it moves to `bodies/`: after a kill at any instant, what has a row moves and what has none goes.
 */
export function openBodyStore(dir: string, database: Database) {
  const incoming = path.join(dir, "incoming");
  const bodies = path.join(dir, "bodies");
  const incomingFile = (id: string): string => path.join(incoming, id);
  const bodyFile = (id: string): string => path.join(bodies, id.slice(0, 2), id);
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  for (let byte = 0; byte < 256; byte += 1) {
    mkdirSync(path.join(bodies, byte.toString(16).padStart(2, "0")), { recursive: true, mode: 0o700 });
  }
  const rowOf = (id: string): Buffer | null => {
    const row = database.get<{ bytes: Uint8Array }>("SELECT bytes FROM bodies WHERE id = ?", id);
    return row === undefined ? null : Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.length);
  };
  const isIndexed = (id: string): boolean =>
    database.get(
      "SELECT 1 FROM objects WHERE body_id = ?1 UNION ALL SELECT 1 FROM parts WHERE body_id = ?1",
      id,
    ) !== undefined;
  for (const id of readdirSync(incoming)) {
    if (isIndexed(id)) renameSync(incomingFile(id), bodyFile(id));
    else rmSync(incomingFile(id), { force: true });
  }

  let removal: Promise<void> | null = null;
  let closing = false;
  const removeDiscarded = async (): Promise<void> => {
    while (!closing) {
      const discarded = database.all<{ body_id: string }>("SELECT body_id FROM removals LIMIT 100");
      if (discarded.length === 0) return;
      await Promise.all(discarded.map(({ body_id: id }) => rm(bodyFile(id), { force: true })));
      database.transaction(() => {
        for (const { body_id: id } of discarded) database.run("DELETE FROM removals WHERE body_id = ?", id);
      });
    }
  };
  // What cannot be removed now is tried again with the next one, and at the next start.
  const scheduleRemoval = (): void => {
    removal ??= new Promise<void>((resolve) => setImmediate(resolve))
      .then(removeDiscarded)
      .catch(() => undefined)
      .finally(() => {
        removal = null;
      });
  };

  const store = {
    /** As `write`, for a body that is in memory: a small one becomes a row. */
    async writeBytes<Result>(body: Buffer, commit: (bodyId: string) => Result): Promise<Result> {
      if (body.length > largestRowBytes)
        return store.write((file) => writeFile(file, body, { mode: 0o600 }), commit);
      const id = `row-${randomBytes(16).toString("hex")}`;
      return database.transaction(() => {
        database.run("INSERT INTO bodies VALUES (?, ?)", id, body);
        return commit(id);
      });
    },

    /** Writes a body, then has `commit` put it into the index. When that throws, nothing was written. */
    async write<Result>(
      fill: (file: string) => Promise<void>,
      commit: (bodyId: string) => Result,
    ): Promise<Result> {
      const id = randomBytes(16).toString("hex");
      const file = incomingFile(id);
      let result: Result;
      try {
        await fill(file);
        result = database.transaction(() => commit(id));
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
      // Should this fail, the next start does it.
      renameSync(file, bodyFile(id));
      return result;
    },

    /** Null when it has been replaced or deleted meanwhile. */
    async read(id: string, range: ByteRange | null): Promise<Buffer | null> {
      if (isRow(id)) {
        const bytes = rowOf(id);
        return range === null || bytes === null ? bytes : bytes.subarray(range.start, range.end + 1);
      }
      try {
        return range === null ? await readFile(bodyFile(id)) : await readPart(bodyFile(id), range);
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw error;
      }
    },

    /** For `write`. */
    copyOf:
      (id: string) =>
      (file: string): Promise<void> =>
        isRow(id) ? store.append(file, id) : copyFile(bodyFile(id), file),
    async append(file: string, id: string): Promise<void> {
      const bytes = isRow(id) ? rowOf(id) : await readFile(bodyFile(id));
      if (bytes === null) throw new Error(`The body ${id} is gone.`);
      await appendFile(file, bytes, { mode: 0o600 });
    },

    /** Inside the transaction after which nobody has it any more: its file goes some time later. */
    discard(id: string): void {
      if (isRow(id)) {
        database.run("DELETE FROM bodies WHERE id = ?", id);
        return;
      }
      database.run("INSERT OR IGNORE INTO removals (body_id) VALUES (?)", id);
      scheduleRemoval();
    },

    /** Once the removal under way has ended. */
    settled: async (): Promise<void> => {
      closing = true;
      await removal;
    },
  };
  scheduleRemoval();
  return store;
}

async function readPart(file: string, { start, end }: ByteRange): Promise<Buffer> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(end - start + 1);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
