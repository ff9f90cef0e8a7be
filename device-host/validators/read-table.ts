import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from "node:sqlite";
import type { ColumnAffinity, Evidence, EvidenceOf, TableCell } from "#shared/contracts/judging/evidence.ts";
import { nearestRow, type Where } from "#shared/rules/judging/match-cells.ts";

/** More are counted, not kept. */
const mostRows = 200;
const mostColumns = 60;

type Rows = EvidenceOf<"rows">;

/**
 * Counts the rows that hold these values, as SQLite compares them: by the type of each column; and keeps the first rows for
 * later. The names match `[A-Za-z0-9_]+` by contract. No SQL text comes from anybody but this file.
 */
export function readTable(path: string, source: string, table: string, where: Where): Evidence {
  // Not read-only: SQLite must fold the log in, and this is a copy of our own.
  const database = new DatabaseSync(path);
  try {
    const known = database.prepare("SELECT name, type FROM pragma_table_info(?)").all(table);
    const columns = known
      .map(({ name, type }) => ({ name: String(name), affinity: affinityOf(String(type)) }))
      .slice(0, mostColumns);
    const names = new Set(known.map(({ name }) => String(name)));
    if (names.size === 0 || Object.keys(where).some((column) => !names.has(column)))
      return { kind: "noRows", source, table, why: `no table '${table}' with these columns` };
    return { kind: "rows", source, table, columns, ...selectAny(database, table, where, columns) };
  } finally {
    database.close();
  }
}

type Selected = Pick<Rows, "all" | "asked" | "rows" | "whole">;

function selectAny(database: DatabaseSync, table: string, where: Where, columns: Rows["columns"]): Selected {
  try {
    return select(database, { table, where, columns }, "");
  } catch (error) {
    // Android's databases sort by collations that only Android has; for equality the bytes will do.
    if (!(error instanceof Error) || !/no such collation/.test(error.message)) throw error;
    return select(database, { table, where, columns }, " COLLATE BINARY");
  }
}

function select(
  database: DatabaseSync,
  { table, where, columns }: Pick<Rows, "columns"> & { table: string; where: Where },
  collation: string,
): Selected {
  const asked = Object.keys(where).map((column) => `"${column}"`);
  const list = asked.length === 0 ? "*" : asked.join(", ");
  const conditions = asked.map((column) => `${column}${collation} IS ?`);
  const filter = conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
  // A condition is 1 or 0, so what has most of the values comes first.
  const nearestFirst = asked.length === 0 ? "" : ` ORDER BY (${conditions.join(") + (")}) DESC`;
  const values = Object.values(where).map(bound);
  const rowsOf = (selected: string, sql: string, limit: number, given: SQLInputValue[] = []) => {
    const statement = database.prepare(`SELECT ${selected} FROM "${table}"${sql} LIMIT ${limit}`);
    statement.setReadBigInts(true);
    return statement.all(...given).map(asCells);
  };
  const countOf = (sql: string, ...given: SQLInputValue[]): number =>
    Number(database.prepare(`SELECT count(*) AS n FROM "${table}"${sql}`).get(...given)?.n);
  const all = countOf("");
  const quoted = columns.map(({ name }) => `"${name.replaceAll('"', '""')}"`).join(", ");
  const kept = rowsOf(quoted, "", mostRows);
  return {
    all,
    asked: {
      where,
      matching: countOf(filter, ...values),
      example: nearestRow(rowsOf(list, nearestFirst, mostRows, values), where, columns),
    },
    rows: kept.map((row) => columns.map(({ name }) => row[name] ?? null)),
    whole: kept.length === all,
  };
}

const asCells = (row: Readonly<Record<string, SQLOutputValue>>): Record<string, TableCell> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asCell(value)]));

export function asCell(value: SQLOutputValue): TableCell {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  return value instanceof Uint8Array ? `(${value.length} bytes)` : value;
}

/** A whole number is bound as one: as a real, a text column would be compared with `7.0`. */
const bound = (cell: TableCell): SQLInputValue =>
  typeof cell === "number" && Number.isSafeInteger(cell) ? BigInt(cell) : cell;

/** By the declared type (sqlite.org/datatype3.html §3.1). */
function affinityOf(type: string): ColumnAffinity {
  const upper = type.toUpperCase();
  if (upper.includes("INT")) return "integer";
  if (/CHAR|CLOB|TEXT/.test(upper)) return "text";
  if (upper === "" || upper.includes("BLOB")) return "blob";
  return /REAL|FLOA|DOUB/.test(upper) ? "real" : "numeric";
}
