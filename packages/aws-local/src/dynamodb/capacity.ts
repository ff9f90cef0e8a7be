import { entryKeyOf } from "./store/item-key.ts";
import type { Table, TableIndex } from "./store/table.ts";
import { type Item, pickAttributes } from "./values/attribute-value.ts";
import { itemBytes } from "./values/item-size.ts";

export type CapacityDetail = "INDEXES" | "TOTAL" | "NONE" | undefined;

/** Units that a request consumed, by table and index. */
export interface Consumed {
  readonly table: Table;
  readonly units: number;
  readonly indexes: ReadonlyMap<TableIndex, number>;
}

const readUnitBytes = 4096;
const writeUnitBytes = 1024;

/** `factor`: 0.5 for a read that need not be consistent, 1 for one that must, 2 within a transaction. */
export const readUnits = (bytes: number, factor: number): number =>
  Math.max(1, Math.ceil(bytes / readUnitBytes)) * factor;

const writeUnits = (bytes: number, factor: number): number =>
  Math.max(1, Math.ceil(bytes / writeUnitBytes)) * factor;

/**
 * The larger of the item before and after; and for each index, each entry that came, went or changed. Counted when it is read,
 * because hardly anybody asks.
 */
export const consumedByWrite = (
  table: Table,
  before: Item | undefined,
  after: Item | undefined,
  factor = 1,
): Consumed => ({
  table,
  get units() {
    return writeUnits(Math.max(before ? itemBytes(before) : 0, after ? itemBytes(after) : 0), factor);
  },
  get indexes() {
    const indexes = new Map<TableIndex, number>();
    for (const index of table.indexes) {
      const units = indexUnits(index, before, after, factor);
      if (units > 0) indexes.set(index, units);
    }
    return indexes;
  },
});

function indexUnits(
  index: TableIndex,
  before: Item | undefined,
  after: Item | undefined,
  factor: number,
): number {
  const [old, now] = [before, after].map((item) => {
    const key = item && entryKeyOf(index, item);
    if (!item || !key) return undefined;
    const entry = index.projected === undefined ? item : pickAttributes(item, index.projected);
    return { key, text: JSON.stringify(entry), units: writeUnits(itemBytes(entry), factor) };
  });
  if (old && now && old.key.partition.equals(now.key.partition) && old.key.sort.equals(now.key.sort))
    return old.text === now.text ? 0 : Math.max(old.units, now.units);
  return (old?.units ?? 0) + (now?.units ?? 0);
}

/** As the service tells it; undefined when nobody asked. */
export function capacityAnswer(detail: CapacityDetail, consumed: Consumed): object | undefined {
  if (detail !== "TOTAL" && detail !== "INDEXES") return undefined;
  const { table, units, indexes } = consumed;
  const total = [...indexes.values()].reduce((sum, one) => sum + one, units);
  const summary = { TableName: table.name, CapacityUnits: total };
  if (detail === "TOTAL") return summary;
  const of = (isLocal: boolean) => {
    const some = [...indexes].filter(([index]) => index.isLocal === isLocal);
    return some.length === 0
      ? undefined
      : Object.fromEntries(some.map(([index, one]) => [index.name, { CapacityUnits: one }]));
  };
  return {
    ...summary,
    Table: { CapacityUnits: units },
    LocalSecondaryIndexes: of(true),
    GlobalSecondaryIndexes: of(false),
  };
}

/** One answer for each table that a request touched. */
export function capacityAnswers(
  detail: CapacityDetail,
  all: readonly Consumed[],
): readonly object[] | undefined {
  if (detail !== "TOTAL" && detail !== "INDEXES") return undefined;
  const tables = new Map<Table, { units: number; indexes: Map<TableIndex, number> }>();
  for (const { table, units, indexes } of all) {
    const sum = tables.get(table) ?? { units: 0, indexes: new Map<TableIndex, number>() };
    sum.units += units;
    for (const [index, one] of indexes) sum.indexes.set(index, (sum.indexes.get(index) ?? 0) + one);
    tables.set(table, sum);
  }
  return [...tables].flatMap(([table, sum]) => capacityAnswer(detail, { table, ...sum }) ?? []);
}
