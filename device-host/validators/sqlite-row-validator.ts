import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { AdbDevice } from "../adb/adb-device.ts";
import { judgeRows, type Row } from "./match-rows.ts";
import { defineValidator, found, inconclusive } from "./validator-check.ts";

const maximumBytes = 64 * 1024 * 1024;
const maximumRows = 10_000;

/** Copies the database off the device and reads it there: no SQL text comes from anybody but this file. */
export const sqliteRowValidator = defineValidator({
  kind: "sqliteRow",
  async check({ database, table, where, exists, count }, { device }) {
    const directory = await mkdtemp(join(tmpdir(), "drover-sqlite-"));
    try {
      const copy = await copyDatabase(device, database, directory);
      if (copy === null)
        return exists
          ? inconclusive("the database cannot be read or does not exist")
          : found(true, "no such database");
      const rows = readRows(copy, table, Object.keys(where));
      if (rows === null)
        return found(!exists && count === undefined, `no table '${table}' with these columns`);
      if (rows.length >= maximumRows) return inconclusive(`the table has more than ${maximumRows} rows`);
      const { passed, observed } = judgeRows(rows, { where, exists, count });
      return found(passed, observed);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
});

/** With the write-ahead log: without it the newest rows are missing. */
async function copyDatabase(device: AdbDevice, path: string, directory: string): Promise<string | null> {
  const parts = await Promise.all(
    ["", "-wal"].map((suffix) => device.pull(`${path}${suffix}`, maximumBytes)),
  );
  if (parts[0] === null || parts[0] === undefined) return null;
  const copy = join(directory, "copy.db");
  // The shared memory file is rebuilt from the log; a copied one may be out of step with it.
  await writeFile(copy, parts[0]);
  if (parts[1] !== null && parts[1] !== undefined) await writeFile(`${copy}-wal`, parts[1]);
  return copy;
}

/** Null when there is no such table or column. The names match `[A-Za-z0-9_]+` by contract. */
function readRows(path: string, table: string, columns: readonly string[]): readonly Row[] | null {
  // Not read-only: SQLite must fold the log in, and this is a copy of our own.
  const database = new DatabaseSync(path);
  try {
    const known = database.prepare("SELECT name FROM pragma_table_info(?)").all(table);
    const names = new Set(known.map((column) => String(column.name)));
    if (names.size === 0 || columns.some((column) => !names.has(column))) return null;
    const list = columns.length === 0 ? "*" : columns.map((column) => `"${column}"`).join(", ");
    return database.prepare(`SELECT ${list} FROM "${table}" LIMIT ${maximumRows}`).all();
  } finally {
    database.close();
  }
}
