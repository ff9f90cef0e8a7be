import type { Database } from "../../sqlite/database.ts";
import { type AttributeValue, attributeOf, type Item } from "../values/attribute-value.ts";
import { itemBytes } from "../values/item-size.ts";
import { ItemCache } from "./item-cache.ts";
import { entryKeyOf, type ItemKey } from "./item-key.ts";
import type { StoredItem } from "./stored-item.ts";
import type { Table, TableIndex } from "./table.ts";

interface ItemRow {
  readonly id: number;
  readonly bytes: number;
  readonly item: string;
}

export interface KeyedRow extends ItemRow {
  readonly partition: Uint8Array;
  readonly sort: Uint8Array;
}

export interface ExpiredItem {
  readonly tableId: number;
  readonly stored: StoredItem;
}

export type ItemStore = ReturnType<typeof createItemStore>;

/** Items one by one; ranges are in range-read.ts. Writers call this within a transaction. */
export function createItemStore(database: Database) {
  const cache = new ItemCache();
  database.whenTransactionEnds((committed) => cache.ended(committed));
  const putEntry = (table: Table, index: TableIndex, entry: ItemKey, key: ItemKey, id: number): void => {
    database.run(
      "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)",
      ...[table.id, index.number, entry.partition, entry.sort, key.partition, key.sort, id],
    );
  };
  const deleteEntry = (table: Table, index: TableIndex, entry: ItemKey, key: ItemKey): void => {
    database.run(
      "DELETE FROM entries WHERE table_id = ? AND index_number = ? AND partition = ? AND sort = ? AND item_partition = ? AND item_sort = ?",
      ...[table.id, index.number, entry.partition, entry.sort, key.partition, key.sort],
    );
  };

  const keep = (table: Table, row: KeyedRow): StoredItem => {
    const stored = storedOf(row);
    cache.keep(nameOf(table, stored.key), stored);
    return stored;
  };

  return {
    get(table: Table, key: ItemKey): StoredItem | undefined {
      const name = nameOf(table, key);
      const known = cache.find(name);
      if (known !== undefined) return known;
      const row = database.get<ItemRow>(
        "SELECT id, bytes, item FROM items WHERE table_id = ? AND partition = ? AND sort = ?",
        ...[table.id, key.partition, key.sort],
      );
      if (row === undefined) return undefined;
      const stored = { id: row.id, key, bytes: row.bytes, item: JSON.parse(row.item) as Item };
      cache.keep(name, stored);
      return stored;
    },

    /** That row, which is there. */
    getRow(table: Table, id: number): StoredItem {
      const known = cache.findById(id);
      if (known !== undefined) return known;
      const row = database.get<KeyedRow>(
        "SELECT id, partition, sort, bytes, item FROM items WHERE id = ?",
        id,
      );
      if (row === undefined) throw new Error(`Row ${id} of the table ${table.name} is gone.`);
      return keep(table, row);
    },

    /** The item of a row that was read, kept in the cache or not. */
    readRow: (table: Table, row: KeyedRow, isKept: boolean): StoredItem =>
      cache.findById(row.id) ?? (isKept ? keep(table, row) : storedOf(row)),

    put(table: Table, key: ItemKey, item: Item, old: StoredItem | undefined): void {
      const bytes = itemBytes(item);
      const values = [bytes, expiryOf(table, item), JSON.stringify(item)];
      const id =
        old?.id ??
        database.run(
          "INSERT INTO items (table_id, partition, sort, bytes, expires_at, item) VALUES (?, ?, ?, ?, ?, ?)",
          ...[table.id, key.partition, key.sort, ...values],
        );
      if (old)
        database.run("UPDATE items SET bytes = ?, expires_at = ?, item = ? WHERE id = ?", ...values, id);
      cache.write(nameOf(table, key), { id, key, item, bytes });
      for (const index of table.indexes) {
        const [before, after] = [old && entryKeyOf(index, old.item), entryKeyOf(index, item)];
        if (before && after && sameKey(before, after)) continue;
        if (before) deleteEntry(table, index, before, key);
        if (after) putEntry(table, index, after, key, id);
      }
    },

    delete(table: Table, old: StoredItem): void {
      cache.remove(nameOf(table, old.key));
      database.run("DELETE FROM items WHERE id = ?", old.id);
      for (const index of table.indexes) {
        const entry = entryKeyOf(index, old.item);
        if (entry) deleteEntry(table, index, entry, old.key);
      }
    },

    /** Items whose time came between the two, in seconds. */
    expired(afterSeconds: number, untilSeconds: number, limit: number): readonly ExpiredItem[] {
      return database
        .all<KeyedRow & { table_id: number }>(
          "SELECT id, table_id, partition, sort, bytes, item FROM items WHERE expires_at > ? AND expires_at <= ? ORDER BY expires_at LIMIT ?",
          ...[afterSeconds, untilSeconds, limit],
        )
        .map((row) => ({ tableId: row.table_id, stored: storedOf(row) }));
    },

    /** A table went with its items. */
    forgetAll: (): void => cache.clear(),

    /** Sets every item's expiry again, after the table's time-to-live attribute changed. */
    resetExpiry(table: Table): void {
      let after = 0;
      for (;;) {
        const rows = database.all<ItemRow>(
          "SELECT id, bytes, item FROM items WHERE table_id = ? AND id > ? ORDER BY id LIMIT 200",
          ...[table.id, after],
        );
        for (const { id, item } of rows)
          database.run(
            "UPDATE items SET expires_at = ? WHERE id = ?",
            expiryOf(table, JSON.parse(item) as Item),
            id,
          );
        const last = rows.at(-1);
        if (last === undefined) return;
        after = last.id;
      }
    },

    count(table: Table): { readonly items: number; readonly bytes: number } {
      const row = database.get<{ items: number; bytes: number | null }>(
        "SELECT count(*) AS items, sum(bytes) AS bytes FROM items WHERE table_id = ?",
        table.id,
      );
      return { items: row?.items ?? 0, bytes: row?.bytes ?? 0 };
    },
  };
}

const storedOf = ({ id, partition, sort, bytes, item }: KeyedRow): StoredItem => ({
  id,
  key: { partition: bufferOf(partition), sort: bufferOf(sort) },
  bytes,
  item: JSON.parse(item) as Item,
});

/** The same memory, which is the row's own. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Of every item of every table another one. */
const nameOf = ({ id }: Table, { partition, sort }: ItemKey): string =>
  `${id} ${partition.length} ${partition.toString("latin1")}${sort.toString("latin1")}`;

const sameKey = (a: ItemKey, b: ItemKey): boolean => a.partition.equals(b.partition) && a.sort.equals(b.sort);

/** Unix seconds; null when the item never expires. */
function expiryOf(table: Table, item: Item): number | null {
  const name = table.definition.timeToLiveAttribute;
  const value: AttributeValue | undefined = name === undefined ? undefined : attributeOf(item, name);
  if (value === undefined || !("N" in value)) return null;
  const seconds = Math.floor(Number(value.N));
  return Number.isSafeInteger(seconds) ? seconds : null;
}
