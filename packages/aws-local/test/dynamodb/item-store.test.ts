import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keyOf } from "../../src/dynamodb/store/item-key.ts";
import { createItemStore, type ItemStore } from "../../src/dynamodb/store/item-store.ts";
import { readRange } from "../../src/dynamodb/store/range-read.ts";
import { storeSchema } from "../../src/dynamodb/store/schema.ts";
import { tableOf } from "../../src/dynamodb/store/table.ts";
import type { Item } from "../../src/dynamodb/values/attribute-value.ts";
import { type Database, openDatabase } from "../../src/sqlite/database.ts";
import { tableDefinition } from "./table-definition.ts";

const { AttributeDefinitions = [], KeySchema = [] } = tableDefinition("items");
const table = tableOf(1, {
  TableName: "items",
  AttributeDefinitions,
  KeySchema,
  tableId: "1",
  createdAtSeconds: 0,
} as Parameters<typeof tableOf>[1]);

const itemOf = (sort: string, text: string): Item => ({ pk: { S: "a" }, sk: { S: sort }, text: { S: text } });
const keyFor = (sort: string) => keyOf(table, itemOf(sort, ""));

let dir: string;
let database: Database;
let items: ItemStore;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-items-"));
  database = openDatabase(path.join(dir, "items.sqlite"), storeSchema);
  items = createItemStore(database);
});
afterEach(async () => {
  database.close();
  await rm(dir, { recursive: true });
});

const put = (sort: string, text: string): void =>
  items.put(table, keyFor(sort), itemOf(sort, text), items.get(table, keyFor(sort)));
const written = (sort: string, text: string): void => database.transaction(() => put(sort, text));
const textOf = (sort: string): unknown => items.get(table, keyFor(sort))?.item.text;
const range = () => {
  const { partition } = keyFor("");
  return [...readRange({ database, items }, { table, index: undefined, partition, backward: false })];
};

describe("items at hand", () => {
  it("are those of the file after a transaction that came to nothing", () => {
    written("1", "before");
    written("2", "kept");
    const failing = (): void =>
      database.transaction(() => {
        put("1", "never");
        put("3", "never");
        const old = items.get(table, keyFor("2"));
        if (old !== undefined) items.delete(table, old);
        throw new Error("the disk is full");
      });
    expect(failing).toThrow("full");
    expect([textOf("1"), textOf("2"), textOf("3")]).toEqual([{ S: "before" }, { S: "kept" }, undefined]);
    expect(range().map(({ item }) => item.text)).toEqual([{ S: "before" }, { S: "kept" }]);
  });

  it("are written over and deleted as in the file, whose rows may have the number of an earlier one", () => {
    written("1", "one");
    written("1", "two");
    database.transaction(() => {
      const old = items.get(table, keyFor("1"));
      if (old !== undefined) items.delete(table, old);
    });
    expect(textOf("1")).toBeUndefined();
    written("2", "another");
    expect(range().map(({ item }) => item.text)).toEqual([{ S: "another" }]);
  });

  it("are read from the file when there are more than are kept", () => {
    const large = "x".repeat(300_000);
    const count = 80;
    for (let index = 100; index < 100 + count; index += 1) written(String(index), `${large}${index}`);
    expect(textOf("100")).toEqual({ S: `${large}100` });
    expect(range().map(({ item }) => item.sk)).toEqual(
      Array.from({ length: count }, (_, index) => ({ S: String(100 + index) })),
    );
    expect(createItemStore(database).get(table, keyFor("150"))).toEqual(items.get(table, keyFor("150")));
  });
});
