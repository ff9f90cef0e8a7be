import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readTable } from "#device-host/validators/read-table.ts";
import { matchingRows, type Where } from "#shared/rules/judging/match-cells.ts";

const types = ["TEXT", "INTEGER", "REAL", "NUMERIC", "BLOB", "VARCHAR(9)", ""] as const;
/** Texts and numbers that look alike. */
const alike = fc.oneof(
  fc.constantFrom("7", "07", " 7", "7.0", "+7", "7e0", "0x7", "", "abc", 7, 7.5, 0, -0, 1e21),
  fc.constantFrom("0171998877", "171998877", 171998877, "12345678901234567", "12345678901234568"),
  fc.stringMatching(/^[0-9.+e-]{1,20}$/),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

describe("rows of a database", () => {
  let directory: string;
  let file: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "drover-rows-"));
    file = join(directory, "test.db");
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const sqlOf = (value: string | number): string =>
    typeof value === "number" ? String(value) : `'${value}'`;

  /** How many SQLite finds, and how many among the rows that are kept; null: no such table or column. */
  const counted = (table: string, where: Where) => {
    const read = readTable(file, "/data/x.db", table, where);
    if (read.kind !== "rows") return null;
    return { found: read.asked.matching, later: matchingRows(read, where)?.matching };
  };

  it("match as SQLite itself compares the column with the value, also long after the device is gone", () => {
    const stored = new DatabaseSync(file);
    stored.exec("PRAGMA synchronous = OFF");
    fc.assert(
      fc.property(fc.constantFrom(...types), alike, alike, (type, value, expected) => {
        stored.exec(
          `DROP TABLE IF EXISTS t; CREATE TABLE t (c ${type}); INSERT INTO t VALUES (${sqlOf(value)})`,
        );
        const same = stored.prepare(`SELECT count(*) AS n FROM t WHERE c = ${sqlOf(expected)}`).get();
        expect(counted("t", { c: expected })).toEqual({ found: same?.n, later: same?.n });
      }),
      { numRuns: 150 },
    );
    stored.close();
  });

  it("tell a text with a leading zero from one without, and find NULL", () => {
    const stored = new DatabaseSync(file);
    stored.exec(
      "DROP TABLE IF EXISTS t; CREATE TABLE t (c TEXT); INSERT INTO t VALUES ('0171998877'), (NULL)",
    );
    stored.close();
    expect(counted("t", { c: "171998877" })).toMatchObject({ found: 0 });
    expect(counted("t", { c: 171998877 })).toMatchObject({ found: 0 });
    expect(counted("t", { c: "0171998877" })).toMatchObject({ found: 1 });
    expect(counted("t", { c: null })).toMatchObject({ found: 1 });
    expect(counted("t", { missing: 1 })).toBeNull();
  });

  it("name the nearest of all, also beyond those that are kept", () => {
    const stored = new DatabaseSync(file);
    stored.exec("DROP TABLE IF EXISTS t; CREATE TABLE t (hour INTEGER, minutes INTEGER, label TEXT)");
    const insert = stored.prepare("INSERT INTO t VALUES (?, ?, ?)");
    for (let minutes = 0; minutes < 300; minutes++) insert.run(minutes % 24, minutes, "Wake up");
    insert.run(7, 30, "Gym!");
    stored.close();
    const read = readTable(file, "/data/x.db", "t", { hour: 7, minutes: 30, label: "Gym" });
    expect(read).toMatchObject({ whole: false, asked: { matching: 0, example: { label: "Gym!" } } });
  });

  it("are found in a column whose collation only Android has", () => {
    const stored = new DatabaseSync(file);
    const table = "CREATE TABLE t (c TEXT COLLATE NOCASE)";
    stored.exec(`DROP TABLE IF EXISTS t; ${table}; INSERT INTO t VALUES ('Ann')`);
    stored.close();
    // As a database from a phone: it names a collation that nobody here has registered.
    const bytes = readFileSync(file).toString("latin1").replaceAll("NOCASE", "LOCALE");
    writeFileSync(file, Buffer.from(bytes, "latin1"));
    expect(counted("t", { c: "Ann" })).toMatchObject({ found: 1 });
    expect(counted("t", { c: "ANN" })).toMatchObject({ found: 0 });
  });
});
