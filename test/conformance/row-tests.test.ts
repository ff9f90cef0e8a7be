import { describe, expect, it } from "vitest";
import { pages, type RowKind, rowsWithTests, testsById } from "./row-tests.ts";

describe.each(Object.keys(pages) as RowKind[])("the page of %s rows", (kind) => {
  it("names every row that a test claims to prove", async () => {
    const rows = new Set((await rowsWithTests(kind)).map((row) => row.id));
    expect([...(await testsById(kind)).keys()].filter((id) => !rows.has(id))).toEqual([]);
  });
});
