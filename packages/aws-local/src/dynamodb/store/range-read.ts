import type { SQLInputValue } from "node:sqlite";
import type { Database } from "../../sqlite/database.ts";
import type { AttributeValue, Item } from "../values/attribute-value.ts";
import { itemBytes } from "../values/item-size.ts";
import { partitionKeyText, sortKeyText } from "../values/key-encoding.ts";
import type { ItemKey } from "./item-key.ts";
import type { ItemStore, KeyedRow } from "./item-store.ts";
import type { StoredItem } from "./stored-item.ts";
import { keyAttributes, type Table, type TableIndex } from "./table.ts";

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

/** Of one read: a long one would push everything else out of the cache. */
const mostKept = 500;

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
  readonly items: Pick<ItemStore, "getRow" | "readRow">;
}

/** Reads the range lazily: who has enough stops. Of an index of keys alone no item is read. */
export function* readRange(
  { database, items }: Reading,
  range: Range,
): Iterable<Pick<StoredItem, "item" | "bytes">> {
  const { table, index } = range;
  const { where, columns } = clausesOf(range);
  if (index !== undefined && hasKeysOnly(table, index)) {
    for (const entry of database.iterate<Entry>(
      `SELECT ${columns.join(", ")} ${where.text}`,
      ...where.values,
    )) {
      const item = keysOf(table, index, entry);
      yield { item, bytes: itemBytes(item) };
    }
    return;
  }
  if (index === undefined) {
    const whole = "SELECT s.id, s.partition, s.sort, s.bytes, s.item";
    let count = 0;
    for (const row of database.iterate<KeyedRow>(`${whole} ${where.text}`, ...where.values)) {
      count += 1;
      yield items.readRow(table, row, count <= mostKept);
    }
    return;
  }
  // An index alone answers this: most of the items themselves are in the cache.
  const rows = database.iterate<{ id: number }>(`SELECT s.item_id AS id ${where.text}`, ...where.values);
  for (const { id } of rows) yield items.getRow(table, id);
}

/** A row of an index. */
interface Entry {
  readonly partition: Uint8Array;
  readonly sort: Uint8Array;
  readonly item_partition: Uint8Array;
  readonly item_sort: Uint8Array;
}

const hasKeysOnly = (table: Table, index: TableIndex): boolean =>
  index.projectionType === "KEYS_ONLY" &&
  [...keyAttributes(table), ...keyAttributes(index)].every(({ type }) => type === "S");

/** Texts, which its bytes still are. */
function keysOf(table: Table, index: TableIndex, entry: Entry): Item {
  const item: Record<string, AttributeValue> = {};
  item[table.partition.name] = { S: partitionKeyText(entry.item_partition) };
  if (table.sort !== undefined) item[table.sort.name] = { S: sortKeyText(entry.item_sort) };
  item[index.partition.name] = { S: partitionKeyText(entry.partition) };
  if (index.sort !== undefined) item[index.sort.name] = { S: sortKeyText(entry.sort) };
  return item;
}

/** From where on, and in which order. */
function clausesOf(range: Range) {
  const { table, index, backward } = range;
  const direction = backward ? " DESC" : "";
  const beyond = backward ? "<" : ">";
  const clauses = new Clauses();
  clauses.add("s.table_id = ?", table.id);
  if (index !== undefined) clauses.add("s.index_number = ?", index.number);
  addPartition(clauses, range.partition);
  if (range.low) clauses.add(`s.sort ${range.low.inclusive ? ">=" : ">"} ?`, range.low.key);
  if (range.high) clauses.add(`s.sort ${range.high.inclusive ? "<=" : "<"} ?`, range.high.key);

  const columns = (
    index === undefined ? ["partition", "sort"] : ["partition", "sort", "item_partition", "item_sort"]
  ).map((name) => `s.${name}`);
  if (range.after) {
    const { entry, item } = range.after;
    const place =
      index === undefined
        ? [item.partition, item.sort]
        : [entry.partition, entry.sort, item.partition, item.sort];
    clauses.add(`(${columns.join(", ")}) ${beyond} (${place.map(() => "?").join(", ")})`, ...place);
  }
  const order = columns.map((name) => `${name}${direction}`).join(", ");
  const from = index === undefined ? "items" : "entries";
  const text = `FROM ${from} s WHERE ${clauses.texts.join(" AND ")} ORDER BY ${order}`;
  return { columns, where: { text, values: clauses.values } };
}

function addPartition(clauses: Clauses, partition: Range["partition"]): void {
  if (Buffer.isBuffer(partition)) {
    clauses.add("s.partition = ?", partition);
    return;
  }
  clauses.add("s.partition >= ?", partition.from);
  if (partition.to !== undefined) clauses.add("s.partition < ?", partition.to);
}
