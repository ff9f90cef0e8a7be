import type { SQLInputValue } from "node:sqlite";
import type { Database } from "../../sqlite/database.ts";
import type { ItemKey } from "./item-key.ts";
import type { ItemStore } from "./item-store.ts";
import type { StoredItem } from "./stored-item.ts";
import type { Table, TableIndex } from "./table.ts";

export interface Bound {
  readonly key: Buffer;
  readonly inclusive: boolean;
}

/** A part of a table or index, in order. */
export interface Range {
  readonly table: Table;
  readonly index: TableIndex | undefined;
  /** One partition, or partitions from the one key up to before the other. */
  readonly partition: Buffer | { readonly from: Buffer; readonly to: Buffer | undefined };
  readonly low?: Bound | undefined;
  readonly high?: Bound | undefined;
  readonly backward: boolean;
  /** Go on after this place; in an index it is an entry and the item's own key. */
  readonly after?: { readonly entry: ItemKey; readonly item: ItemKey } | undefined;
}

class Clauses {
  readonly texts: string[] = [];
  readonly values: SQLInputValue[] = [];
  add(text: string, ...values: SQLInputValue[]): void {
    this.texts.push(text);
    this.values.push(...values);
  }
}

interface Reading {
  readonly database: Database;
  readonly items: Pick<ItemStore, "getRow">;
}

/** Reads the range lazily: who has enough stops. */
export function* readRange({ database, items }: Reading, range: Range): Iterable<StoredItem> {
  const { table, index, backward } = range;
  const direction = backward ? " DESC" : "";
  const beyond = backward ? "<" : ">";
  const clauses = new Clauses();
  clauses.add("s.table_id = ?", table.id);
  if (index !== undefined) clauses.add("s.index_number = ?", index.number);
  addPartition(clauses, range.partition);
  if (range.low) clauses.add(`s.sort ${range.low.inclusive ? ">=" : ">"} ?`, range.low.key);
  if (range.high) clauses.add(`s.sort ${range.high.inclusive ? "<=" : "<"} ?`, range.high.key);

  const columns =
    index === undefined ? ["partition", "sort"] : ["partition", "sort", "item_partition", "item_sort"];
  if (range.after) {
    const { entry, item } = range.after;
    const place =
      index === undefined
        ? [item.partition, item.sort]
        : [entry.partition, entry.sort, item.partition, item.sort];
    clauses.add(
      `(${columns.map((name) => `s.${name}`).join(", ")}) ${beyond} (${place.map(() => "?").join(", ")})`,
      ...place,
    );
  }
  const from = index === undefined ? "items" : "entries";
  const id = index === undefined ? "id" : "item_id";
  const order = columns.map((name) => `s.${name}${direction}`).join(", ");
  // An index alone answers this: the items themselves are mostly at hand.
  const rows = database.iterate<{ id: number }>(
    `SELECT s.${id} AS id FROM ${from} s WHERE ${clauses.texts.join(" AND ")} ORDER BY ${order}`,
    ...clauses.values,
  );
  for (const { id } of rows) yield items.getRow(table, id);
}

function addPartition(clauses: Clauses, partition: Range["partition"]): void {
  if (Buffer.isBuffer(partition)) {
    clauses.add("s.partition = ?", partition);
    return;
  }
  clauses.add("s.partition >= ?", partition.from);
  if (partition.to !== undefined) clauses.add("s.partition < ?", partition.to);
}
