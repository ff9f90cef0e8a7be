import type { ColumnAffinity, EvidenceOf, TableCell } from "../../contracts/judging/evidence.ts";

/** Column → value that a row must hold. */
export type Where = Readonly<Record<string, TableCell>>;

/** Whether a printed value equals the expected one. A number may be printed as SQLite prints reals: `7.0`. */
export function printsAs(printed: string, expected: TableCell): boolean {
  if (expected === null) return printed === "NULL";
  const text = String(expected);
  return printed === text || (typeof expected === "number" && printed === `${text}.0`);
}

const looksNumeric = /^[ \t\n\v\f\r]*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[ \t\n\v\f\r]*$/;
const looksWhole = /^[ \t\n\v\f\r]*[+-]?\d+[ \t\n\v\f\r]*$/;

/** Whole numbers keep every digit, as SQLite's 64 bits do. */
function numberOf(cell: string | number): bigint | number | null {
  if (typeof cell === "number") return Number.isSafeInteger(cell) ? BigInt(cell) : cell;
  if (!looksNumeric.test(cell)) return null;
  return looksWhole.test(cell) && cell.trim().length < 20
    ? BigInt(cell.trim().replace("+", ""))
    : Number(cell);
}

/** Whether a cell compares as SQLite's `=` compares a column of that affinity with the value (datatype3.html §4.2). */
export function cellMatches(stored: TableCell, expected: TableCell, affinity: ColumnAffinity): boolean {
  if (affinity === "printed") return printsAs(stored === null ? "NULL" : String(stored), expected);
  if (stored === null || expected === null) return stored === expected;
  if (affinity === "text") return String(stored) === String(expected);
  if (affinity === "blob" && typeof stored !== typeof expected) return false;
  if (affinity === "blob" && typeof stored === "string") return stored === expected;
  const [left, right] = [numberOf(stored), numberOf(expected)];
  // biome-ignore lint/suspicious/noDoubleEquals: 7n and 7 are the same number, which === denies
  return left === null || right === null ? stored === expected : left == right;
}

type Rows = Pick<EvidenceOf<"rows">, "columns" | "rows">;
export type NamedRow = Readonly<Record<string, TableCell>>;

const affinityIn = (columns: Rows["columns"], name: string): ColumnAffinity =>
  columns.find((column) => column.name === name)?.affinity ?? "blob";

/** The columns whose values differ from the expected ones. */
export const differingColumns = (row: NamedRow, where: Where, columns: Rows["columns"]): readonly string[] =>
  Object.keys(where).filter(
    (name) => !cellMatches(row[name] ?? null, where[name] ?? null, affinityIn(columns, name)),
  );

/** How alike two texts are, 0 to 1: by how far numbers are apart, or by what texts have in common at their ends. */
export function likeness(one: string, other: string): number {
  if (one === other) return 1;
  if (looksNumeric.test(one) && looksNumeric.test(other))
    return 1 / (2 + Math.abs(Number(one) - Number(other)));
  const shorter = Math.min(one.length, other.length);
  let head = 0;
  while (head < shorter && one[head] === other[head]) head++;
  let tail = 0;
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) tail++;
  return (head + tail) / Math.max(one.length, other.length);
}

/** The row that has most of these values; of several the one whose other values are most alike, and then the first. */
export function nearestRow<Row extends NamedRow>(
  rows: readonly Row[],
  where: Where,
  columns: Rows["columns"],
): Row | null {
  const names = Object.keys(where);
  const nearness = (row: Row): number => {
    const differing = differingColumns(row, where, columns);
    const alike = differing.map((name) => likeness(String(row[name] ?? null), String(where[name] ?? null)));
    return names.length - differing.length + sumOf(alike) / (names.length + 1);
  };
  let best: { readonly row: Row; readonly near: number } | null = null;
  for (const row of rows) {
    const near = nearness(row);
    if (best === null || near > best.near) best = { row, near };
  }
  return best?.row ?? null;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** How many rows hold these values, and the one that comes nearest; null: there is no such column among those that were read. */
export function matchingRows(
  { columns, rows }: Rows,
  where: Where,
): { readonly matching: number; readonly example: NamedRow | null } | null {
  const known = new Set(columns.map(({ name }) => name));
  if (Object.keys(where).some((name) => !known.has(name))) return null;
  const named = rows.map(
    (row): NamedRow => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])),
  );
  return {
    matching: named.filter((row) => differingColumns(row, where, columns).length === 0).length,
    example: nearestRow(named, where, columns),
  };
}
