import Table from "cli-table3";
import { coloured } from "./colour.ts";
import { jsonList, out, plain } from "./terminal.ts";

const joints = ["", "-mid", "-left", "-right"].flatMap((end) => [`top${end}`, `bottom${end}`]);
const borders = [...joints, "left", "left-mid", "mid", "mid-mid", "right", "right-mid"];
const chars = { ...Object.fromEntries(borders.map((name) => [name, ""])), middle: "  " };
const gap = chars.middle.length;
/** No column gets narrower for the sake of another. */
const narrowest = 8;
/** Columns that say the result of something. */
const outcomes = new Set(["outcome", "status", "state", "verdict", "before", "after", "change"]);

/** A table without borders: one line a row, columns padded, cells sanitised; on a terminal no wider than it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const cells = rows.map((row) => row.map(plain));
  const widths = head.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const isCut = process.stdout.isTTY && narrow(widths, process.stdout.columns);
  const printed = new Table({
    head: [...head],
    chars,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
    ...(isCut ? { colWidths: widths } : {}),
  });
  for (const row of cells)
    printed.push(row.map((cell, column) => (outcomes.has(head[column] ?? "") ? coloured(cell) : cell)));
  out(printed.toString().replace(/ +$/gm, ""));
}

/** A list, as JSON in the shape of every list or as a table. */
export function list<Item>(
  { json }: { readonly json?: boolean },
  page: { readonly items: readonly Item[]; readonly nextCursor?: string | null | undefined },
  head: readonly string[],
  row: (item: Item) => readonly string[],
): void {
  if (json) jsonList(page);
  else table(head, page.items.map(row));
}

/** Takes from the widest column until all fit side by side, or none has more to give. Whether it took any. */
function narrow(widths: number[], columns: number): boolean {
  const wanted = widths.reduce((sum, width) => sum + width + gap, -gap);
  for (let excess = wanted - columns; excess > 0; excess -= 1) {
    const widest = widths.indexOf(Math.max(...widths));
    const width = widths[widest] ?? 0;
    if (width <= narrowest) break;
    widths[widest] = width - 1;
  }
  return wanted > columns;
}
