import { describe, expect, it } from "vitest";
import { pages, type RowKind, rowsOf, rowsWithTests, testsById } from "./row-tests.ts";

it("two rows of one id are refused", () => {
  const page = "| D1 | A | B |\n| D2 | C | D |\n| D1 | E | F |";
  expect(() => rowsOf(page, "docs/faults.md")).toThrow("docs/faults.md has two rows D1");
});

describe.each(Object.keys(pages) as RowKind[])("the page of %s rows", (kind) => {
  it("names every row that a test claims to prove", async () => {
    const rows = new Set((await rowsWithTests(kind)).map((row) => row.id));
    expect([...(await testsById(kind)).keys()].filter((id) => !rows.has(id))).toEqual([]);
  });

  it("says of exactly the rows without a test that nothing proves them", async () => {
    const rows = await rowsWithTests(kind);
    const saysNot = (text: string): boolean =>
      /(^| )Not (?:handled yet|there yet|proved by one test)/.test(text);
    const wrong = rows.filter((row) => saysNot(row.text) === row.tests.length > 0);
    expect(wrong.map((row) => `${row.id}: ${row.text}`)).toEqual([]);
  });
});
