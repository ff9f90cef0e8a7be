import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { AdbDevice } from "../adb/adb-device.ts";
import { fileOnDevice } from "./file-on-device.ts";
import { type Cell, type FoundRows, judgeRows, type QueriedRow, type Where } from "./match-rows.ts";
import { defineValidator, found, nothingThere } from "./validator-check.ts";

const maximumBytes = 64 * 1024 * 1024;

/** Copies the database off the device and reads it there: no SQL text comes from anybody but this file. */
export const sqliteRowValidator = defineValidator({
  kind: "sqliteRow",
  async check({ database, table, where, exists, count }, { device }) {
    const directory = await mkdtemp(join(tmpdir(), "drover-sqlite-"));
    try {
      const copy = await copyDatabase(device, database, directory);
      if (copy === null) return nothingThere(!exists && count === undefined, "no such database");
      const rows = findRows(copy, table, where);
      if (rows === null)
        return nothingThere(!exists && count === undefined, `no table '${table}' with these columns`);
      const { passed, observed } = judgeRows(rows, { exists, count });
      return found(passed, observed);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
});

/** With the write-ahead log: without it the newest rows are missing. */
async function copyDatabase(device: AdbDevice, path: string, directory: string): Promise<string | null> {
  const parts = await Promise.all(
    ["", "-wal"].map((suffix) =>
      suffix === ""
        ? fileOnDevice(device, path, maximumBytes)
        : device.pull(`${path}${suffix}`, maximumBytes),
    ),
  );
  if (parts[0] === null || parts[0] === undefined) return null;
  const copy = join(directory, "copy.db");
  // The shared memory file is rebuilt from the log; a copied one may be out of step with it.
  await writeFile(copy, parts[0]);
  if (parts[1] !== null && parts[1] !== undefined) await writeFile(`${copy}-wal`, parts[1]);
  return copy;
}

/**
 * Counts the rows that hold these values, as SQLite compares them: by the type of each column. Null when there is no such
 * table or column. The names match `[A-Za-z0-9_]+` by contract.
 */
export function findRows(path: string, table: string, where: Where): FoundRows | null {
  // Not read-only: SQLite must fold the log in, and this is a copy of our own.
  const database = new DatabaseSync(path);
  try {
    const columns = Object.keys(where);
    const known = database.prepare("SELECT name FROM pragma_table_info(?)").all(table);
    const names = new Set(known.map((column) => String(column.name)));
    if (names.size === 0 || columns.some((column) => !names.has(column))) return null;
    return select(database, table, where, "");
  } catch (error) {
    // Android's databases sort by collations that only Android has; for equality the bytes will do.
    if (!(error instanceof Error) || !/no such collation/.test(error.message)) throw error;
    return select(database, table, where, " COLLATE BINARY");
  } finally {
    database.close();
  }
}

function select(database: DatabaseSync, table: string, where: Where, collation: string): FoundRows {
  const columns = Object.keys(where).map((column) => `"${column}"`);
  const list = columns.length === 0 ? "*" : columns.join(", ");
  const conditions = columns.map((column) => `${column}${collation} IS ?`);
  const filter = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
  const values = Object.values(where).map(bound);
  const countOf = (sql: string, ...given: SQLInputValue[]): number =>
    Number(database.prepare(`SELECT count(*) AS n FROM "${table}"${sql}`).get(...given)?.n);
  const first = (sql: string, ...given: SQLInputValue[]): QueriedRow | undefined => {
    const statement = database.prepare(`SELECT ${list} FROM "${table}"${sql} LIMIT 1`);
    statement.setReadBigInts(true);
    return statement.get(...given);
  };
  return {
    matching: countOf(filter, ...values),
    all: countOf(""),
    example: first(filter, ...values) ?? first("") ?? null,
  };
}

/** A whole number is bound as one: as a real, a text column would be compared with `7.0`. */
const bound = (cell: Cell): SQLInputValue =>
  typeof cell === "number" && Number.isSafeInteger(cell) ? BigInt(cell) : cell;
