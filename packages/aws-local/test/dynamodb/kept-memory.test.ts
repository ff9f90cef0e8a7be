import { afterEach, beforeEach, expect, it } from "vitest";
import { ItemCache } from "../../src/dynamodb/store/item-cache.ts";
import { keyOf } from "../../src/dynamodb/store/item-key.ts";
import { createItemStore } from "../../src/dynamodb/store/item-store.ts";
import { storeSchema } from "../../src/dynamodb/store/schema.ts";
import { tableOf } from "../../src/dynamodb/store/table.ts";
import { partitionKeyBytes } from "../../src/dynamodb/values/key-encoding.ts";
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

let database: Database;
beforeEach(() => {
  database = openDatabase(":memory:", storeSchema);
});
afterEach(() => database.close());

const itemOf = (number: number) => ({ pk: { S: `local#job#${number}` }, sk: { S: `step#${number}` } });
const isOwn = (bytes: Buffer): boolean => bytes.buffer.byteLength === bytes.byteLength;

it("[fault D30] keys that are kept hold their own bytes alone, however they were read", () => {
  const items = createItemStore(database);
  const keys = Array.from({ length: 300 }, (_, number) => keyOf(table, itemOf(number)));
  database.transaction(() => {
    for (const [number, key] of keys.entries()) items.put(table, key, itemOf(number), undefined);
  });
  const [byKey, byRow] = [createItemStore(database), createItemStore(database)];
  for (const key of keys) {
    const written = items.get(table, key);
    byKey.get(table, key);
    const kept = [written, byKey.get(table, key), byRow.getRow(table, written?.id ?? 0)];
    for (const stored of kept) {
      expect(stored?.key).toEqual(key);
      expect(stored && isOwn(stored.key.partition) && isOwn(stored.key.sort)).toBe(true);
    }
  }
});

it("[fault D30] remembered partitions hold their own bytes alone", () => {
  const texts = Array.from({ length: 2_500 }, (_, index) => `local#job#${index}`);
  const kept = texts.map((text) => partitionKeyBytes({ S: text }));
  const memory = kept.reduce((sum, bytes) => sum + bytes.buffer.byteLength, 0);
  expect(memory).toBe(texts.reduce((sum, text) => sum + 4 + text.length, 0));
});

it("[fault D30] the items at hand are bounded, many small ones too", () => {
  const cache = new ItemCache();
  const key = { partition: Buffer.alloc(4), sort: Buffer.alloc(0) };
  const names = Array.from({ length: 20_000 }, (_, index) => `1 ${index}`);
  for (const [id, name] of names.entries()) cache.keep(name, { id, key, item: {}, bytes: 100 });
  const found = names.filter((name) => cache.find(name) !== undefined);
  expect(found.length).toBeLessThan(15_000);
  expect(found).toEqual(names.slice(-found.length));
});
