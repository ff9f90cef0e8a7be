export type Cell = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

export interface RowExpectation {
  readonly where: Readonly<Record<string, Cell>>;
  readonly exists: boolean;
  readonly count?: number | undefined;
}

/** Numbers and numeric text are the same, as in SQLite's comparisons and in the output of `content query`. */
export function cellEquals(actual: unknown, expected: Cell): boolean {
  if (expected === null) return actual === null || actual === undefined || actual === "NULL";
  if (actual === null || actual === undefined) return false;
  if (String(actual) === String(expected)) return true;
  return isNumeric(actual) && isNumeric(expected) && Number(actual) === Number(expected);
}

const isNumeric = (value: unknown): boolean =>
  typeof value === "number" ||
  typeof value === "bigint" ||
  (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)));

/** How many rows hold every named column, and whether that is what was expected. */
export function judgeRows(rows: readonly Row[], { where, exists, count }: RowExpectation) {
  const matching = rows.filter((row) =>
    Object.entries(where).every(([name, cell]) => cellEquals(row[name], cell)),
  );
  const expected = count === undefined ? matching.length > 0 === exists : matching.length === count;
  const nearest = matching[0] ?? rows.at(-1);
  const example =
    nearest === undefined
      ? ""
      : `; ${matching.length > 0 ? "first match" : "last row"}: ${describe(nearest)}`;
  return { passed: expected, observed: `${matching.length} of ${rows.length} rows match${example}` };
}

const describe = (row: Row): string =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
