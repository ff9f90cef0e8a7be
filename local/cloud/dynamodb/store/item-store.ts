import type { Database } from "../../sqlite/database.ts";
import { type AttributeValue, attributeOf, type Item } from "../values/attribute-value.ts";
import { itemBytes } from "../values/item-size.ts";
import { entryKeyOf, type ItemKey } from "./item-key.ts";
import type { Table, TableIndex } from "./table.ts";

export interface StoredItem {
  readonly id: number;
  readonly key: ItemKey;
  readonly item: Item;
  readonly bytes: number;
}

interface ItemRow {
  readonly id: number;
  readonly bytes: number;
  readonly item: string;
}

export interface ExpiredItem {
  readonly tableId: number;
  readonly stored: StoredItem;
}

export type ItemStore = ReturnType<typeof createItemStore>;

/** Items one by one; ranges are in range-read.ts. Writers call this within a transaction. */
export function createItemStore(database: Database) {
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

  return {
    get(table: Table, key: ItemKey): StoredItem | undefined {
      const row = database.get<ItemRow>(
        "SELECT id, bytes, item FROM items WHERE table_id = ? AND partition = ? AND sort = ?",
        ...[table.id, key.partition, key.sort],
      );
      return row && { id: row.id, key, bytes: row.bytes, item: JSON.parse(row.item) as Item };
    },

    put(table: Table, key: ItemKey, item: Item, old: StoredItem | undefined): void {
      const values = [itemBytes(item), expiryOf(table, item), JSON.stringify(item)];
      const id =
        old?.id ??
        database.run(
          "INSERT INTO items (table_id, partition, sort, bytes, expires_at, item) VALUES (?, ?, ?, ?, ?, ?)",
          ...[table.id, key.partition, key.sort, ...values],
        );
      if (old)
        database.run("UPDATE items SET bytes = ?, expires_at = ?, item = ? WHERE id = ?", ...values, id);
      for (const index of table.indexes) {
        const [before, after] = [old && entryKeyOf(index, old.item), entryKeyOf(index, item)];
        if (before && after && sameKey(before, after)) continue;
        if (before) deleteEntry(table, index, before, key);
        if (after) putEntry(table, index, after, key, id);
      }
    },

    delete(table: Table, old: StoredItem): void {
      database.run("DELETE FROM items WHERE id = ?", old.id);
      for (const index of table.indexes) {
        const entry = entryKeyOf(index, old.item);
        if (entry) deleteEntry(table, index, entry, old.key);
      }
    },

    /** Items whose time came between the two, in seconds. */
    expired(afterSeconds: number, untilSeconds: number, limit: number): readonly ExpiredItem[] {
      return database
        .all<ItemRow & { table_id: number; partition: Uint8Array; sort: Uint8Array }>(
          "SELECT id, table_id, partition, sort, bytes, item FROM items WHERE expires_at > ? AND expires_at <= ? ORDER BY expires_at LIMIT ?",
          ...[afterSeconds, untilSeconds, limit],
        )
        .map((row) => ({
          tableId: row.table_id,
          stored: {
            id: row.id,
            key: { partition: Buffer.from(row.partition), sort: Buffer.from(row.sort) },
            bytes: row.bytes,
            item: JSON.parse(row.item) as Item,
          },
        }));
    },

    /** Sets every item's expiry anew, after the table's time-to-live attribute changed. */
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

const sameKey = (a: ItemKey, b: ItemKey): boolean => a.partition.equals(b.partition) && a.sort.equals(b.sort);

/** Unix seconds; null when the item never expires. */
function expiryOf(table: Table, item: Item): number | null {
  const name = table.definition.timeToLiveAttribute;
  const value: AttributeValue | undefined = name === undefined ? undefined : attributeOf(item, name);
  if (value === undefined || !("N" in value)) return null;
  const seconds = Math.floor(Number(value.N));
  return Number.isSafeInteger(seconds) ? seconds : null;
}
