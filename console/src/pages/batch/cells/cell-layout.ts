import type { CellField } from "./cell-field.ts";

/** Cells beside each other: of `order`, those from `from` up to but without `to`. */
export interface CellLine {
  readonly from: number;
  readonly to: number;
  /** Of the group that begins here. */
  readonly label: string | null;
}

/** Where each cell stands. All lines are equally high. */
export interface CellLayout {
  /** Indexes of cells, in the order in which they stand. */
  readonly order: Int32Array;
  readonly lines: readonly CellLine[];
  readonly columns: number;
  /** In which line and column the n-th of `order` stands. */
  readonly placeOf: (at: number) => { readonly line: number; readonly column: number };
}

export type Grouping = "none" | "task" | "model";

/** Line by line, `columns` cells each; a group begins on its own line. */
export function layCells(field: CellField, grouping: Grouping, columns: number): CellLayout {
  const order = Int32Array.from({ length: field.count }, (_cell, index) => index);
  const keyOf = groupKey(field, grouping);
  if (grouping !== "none") order.sort((one, other) => keyOf(one) - keyOf(other) || one - other);
  const lines: CellLine[] = [];
  let from = 0;
  while (from < order.length) {
    const key = keyOf(order[from] ?? 0);
    let end = from + 1;
    while (end < order.length && keyOf(order[end] ?? 0) === key) end += 1;
    const label = grouping === "none" ? null : labelOf(field, grouping, key);
    for (let at = from; at < end; at += columns)
      lines.push({ from: at, to: Math.min(at + columns, end), label: at === from ? label : null });
    from = end;
  }
  return { order, lines, columns, placeOf: finder(lines) };
}

/** Of cells without an item, which stand at the end. */
const unknownGroup = Number.MAX_SAFE_INTEGER;

function groupKey({ cells, places }: CellField, grouping: Grouping): (index: number) => number {
  if (grouping === "none") return () => 0;
  const column = grouping === "task" ? cells.task : cells.variant;
  return (index) => column[places[index] ?? -1] ?? unknownGroup;
}

function labelOf({ cells }: CellField, grouping: Grouping, key: number): string {
  const names: readonly string[] = grouping === "task" ? cells.tasks : cells.variants;
  return names[key] ?? "not started yet";
}

function finder(lines: readonly CellLine[]): CellLayout["placeOf"] {
  return (at) => {
    let [low, high] = [0, lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((lines[middle]?.from ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low, column: at - (lines[low]?.from ?? 0) };
  };
}
