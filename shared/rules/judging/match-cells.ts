import type { ColumnAffinity, EvidenceOf, TableCell } from "../../contracts/judging/evidence.ts";

/** Column → value that a row must hold. */
export type Where = Readonly<Record<string, TableCell>>;

/** Whether a printed value is just what was asked for. A number may be printed as SQLite prints reals: `7.0`. */
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

/** How many rows hold these values, and one of them; null: there is no such column among those that were read. */
export function matchingRows(
  { columns, rows }: Rows,
  where: Where,
): { readonly matching: number; readonly example: Record<string, TableCell> | null } | null {
  const wanted = Object.entries(where).map(([name, expected]) => {
    const index = columns.findIndex((column) => column.name === name);
    return { index, expected, affinity: columns[index]?.affinity ?? "blob" };
  });
  if (wanted.some(({ index }) => index < 0)) return null;
  const found = rows.filter((row) =>
    wanted.every(({ index, expected, affinity }) => cellMatches(row[index] ?? null, expected, affinity)),
  );
  const [first] = found;
  const named = (row: readonly TableCell[]) =>
    Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null]));
  return { matching: found.length, example: first === undefined ? null : named(first) };
}
