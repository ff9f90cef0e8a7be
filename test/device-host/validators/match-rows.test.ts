import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { content, parseContentRows } from "#device-host/adb/android-commands.ts";
import { whereClause } from "#device-host/validators/where-clause.ts";
import { printsAs } from "#shared/rules/judging/match-cells.ts";
import { anyCharacter } from "../../any-character.ts";

describe("a printed value", () => {
  it.each([
    ["7", 7, true],
    ["7.0", 7, true],
    ["7", "7", true],
    ["07", 7, false],
    ["07", "7", false],
    ["7.0", "7", false],
    ["12345678901234568", "12345678901234567", false],
    ["NULL", null, true],
    ["", null, false],
    ["", 0, false],
    ["abc", "ABC", false],
  ] as const)("%j is what was asked for with %j: %s", (printed, expected, equal) => {
    expect(printsAs(printed, expected)).toBe(equal);
  });
});

describe("a condition for a provider", () => {
  it("is SQL that finds exactly the row it was made from, whatever the text holds", () => {
    const database = new DatabaseSync(":memory:");
    database.exec("CREATE TABLE t (a TEXT, b INTEGER, c)");
    const text = fc
      .string({ unit: anyCharacter })
      .filter((value) => value.isWellFormed() && !value.includes("\0"));
    fc.assert(
      fc.property(text, fc.integer(), (a, b) => {
        database.exec("DELETE FROM t");
        database.prepare("INSERT INTO t VALUES (?, ?, NULL), (?, ?, 1)").run(a, b, `${a}x`, b);
        const found = database.prepare(`SELECT * FROM t WHERE ${whereClause({ a, b, c: null })}`).all();
        expect(found).toEqual([{ a, b, c: null }]);
      }),
    );
  });
});

describe("rows of 'content query'", () => {
  it("reads every value back, commas and equals signs in it included", () => {
    const value = fc.string().filter((text) => !/[\r\n]|, (name|hour)=/.test(text));
    fc.assert(
      fc.property(fc.array(fc.record({ _id: value, name: value, hour: value }), { maxLength: 5 }), (rows) => {
        const output = rows
          .map((row, index) => `Row: ${index} _id=${row._id}, name=${row.name}, hour=${row.hour}\n`)
          .join("");
        expect(parseContentRows(output, ["_id", "name", "hour"])).toEqual(rows);
      }),
    );
  });

  it("keeps a line feed inside a value", () => {
    expect(parseContentRows("Row: 0 note=a\nb\nRow: 1 note=c\n", ["note"])).toEqual([
      { note: "a\nb" },
      { note: "c" },
    ]);
  });

  it("asks for the columns in the order in which they are read", () => {
    expect(content.query("content://x/y", ["b", "a"])).toEqual([
      "content",
      "query",
      "--uri",
      "content://x/y",
      "--projection",
      "b:a",
    ]);
  });
});
