import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { content, parseContentRows } from "#device-host/adb/android-commands.ts";
import { cellEquals } from "#device-host/validators/match-rows.ts";

describe("cells", () => {
  it.each([
    [1, "1", true],
    ["1.0", 1, true],
    [7n, 7, true],
    [null, null, true],
    ["NULL", null, true],
    [0, null, false],
    ["", 0, false],
    ["abc", "ABC", false],
  ] as const)("%s against %s is %s", (actual, expected, equal) => {
    expect(cellEquals(actual, expected)).toBe(equal);
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
