export type Cell = string | number | null;
export type Where = Readonly<Record<string, Cell>>;
export type QueriedRow = Readonly<Record<string, unknown>>;

export interface RowExpectation {
  readonly exists: boolean;
  readonly count?: number | undefined;
}

export interface FoundRows {
  readonly matching: number;
  readonly all: number;
  /** A matching row, or any other when none matches; null when there is none at all. */
  readonly example: QueriedRow | null;
}

/** Whether that many rows are what was expected. */
export function judgeRows({ matching, all, example }: FoundRows, { exists, count }: RowExpectation) {
  const passed = count === undefined ? matching > 0 === exists : matching === count;
  const which = matching > 0 ? "a match" : "a row";
  const shown = example === null ? "" : `; ${which}: ${describe(example)}`;
  return { passed, observed: `${matching} of ${all} rows match${shown}` };
}

const describe = (row: QueriedRow): string =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));

/**
 * The condition as SQL, for a content provider: its database compares by the column's type. Column names match
 * `[A-Za-z0-9_]+` by contract; a quote in a text is doubled, which is all that SQLite's literals need.
 */
export const whereClause = (where: Where): string =>
  Object.entries(where)
    .map(([column, cell]) => (cell === null ? `${column} IS NULL` : `${column} = ${literal(cell)}`))
    .join(" AND ");

const literal = (cell: string | number): string =>
  typeof cell === "number" ? String(cell) : `'${cell.replaceAll("'", "''")}'`;

/** Whether a printed value is just what was asked for. A number may be printed as SQLite prints reals: `7.0`. */
export function printsAs(printed: string, expected: Cell): boolean {
  if (expected === null) return printed === "NULL";
  const text = String(expected);
  return printed === text || (typeof expected === "number" && printed === `${text}.0`);
}
