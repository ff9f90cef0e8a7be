import { useEffect } from "react";
import { missingLast } from "#shared/values/missing-last.ts";

/** What a column of a table can be sorted by. */
export interface ColumnSort<Row> {
  /** The word for it in the address: smallest first, with `-` before it largest first. */
  readonly by: string;
  /** Absent: the rows come sorted from the farm. A row without a value comes last either way. */
  readonly value?: (row: Row) => string | number | null | undefined;
  /** What a first click does. */
  readonly largestFirst?: boolean;
}

/** What the address says, and what a click on a header makes of it; undefined: in the list's own order. */
export interface Sorting {
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
}

/** What is in the address, with another order; undefined leaves it out. */
export const withSort = <Search extends { readonly sort?: string }>(
  search: Search,
  sort: string | undefined,
): Search => ({ ...search, sort }) as Search;

/** The direction that a first click means, then the other, then the list's own order. */
export function nextSort(sort: string | undefined, column: Pick<ColumnSort<never>, "by" | "largestFirst">) {
  const { by, largestFirst = false } = column;
  const [first, second] = largestFirst ? [`-${by}`, by] : [by, `-${by}`];
  return sort === first ? second : sort === second ? undefined : first;
}

export const ariaSort = (sort: string | undefined, by: string): "ascending" | "descending" | "none" =>
  sort === by ? "ascending" : sort === `-${by}` ? "descending" : "none";

/** All rows of a list, sorted as the address says; rows that are equal in it stay as they were. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly { readonly sort?: ColumnSort<Row> }[],
  sort: string | undefined,
): readonly Row[] {
  const value = columns.find((column) => column.sort?.by === sort?.replace("-", ""))?.sort?.value;
  if (sort === undefined || value === undefined) return rows;
  const sign = sort.startsWith("-") ? -1 : 1;
  const order = missingLast(sign, compareValues);
  const valued = rows.map((row) => ({ row, value: value(row) ?? undefined }));
  return valued.toSorted((one, other) => order(one.value, other.value)).map(({ row }) => row);
}

const compareValues = (one: string | number, other: string | number): number =>
  typeof one === "string" && typeof other === "string"
    ? one.localeCompare(other)
    : one === other
      ? 0
      : one < other
        ? -1
        : 1;

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Reads the rest of a list that is to be sorted in the page; true once there is nothing left that could be missing. */
export function useWholeList({ hasNextPage, isFetching, fetchNextPage }: Pages, isWanted: boolean): boolean {
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetching) void fetchNextPage();
  }, [isWanted, hasNextPage, isFetching, fetchNextPage]);
  return !hasNextPage;
}
