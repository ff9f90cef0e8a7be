import type { TableCell } from "#shared/contracts/judging/evidence.ts";
import type { Where } from "#shared/rules/judging/match-cells.ts";

/**
 * The condition as SQL, for a content provider: its database compares by the column's type. Column names match
 * `[A-Za-z0-9_]+` by contract; a quote in a text is doubled, which is all that SQLite's literals need.
 */
export const whereClause = (where: Where): string =>
  Object.entries(where)
    .map(([column, cell]) => (cell === null ? `${column} IS NULL` : `${column} = ${literal(cell)}`))
    .join(" AND ");

const literal = (cell: NonNullable<TableCell>): string =>
  typeof cell === "number" ? String(cell) : `'${cell.replaceAll("'", "''")}'`;
