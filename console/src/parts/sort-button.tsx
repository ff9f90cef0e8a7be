import "./sort-button.css";
import type { ReactNode } from "react";
import { ariaSort, type ColumnSort, nextSort, type Sorting } from "./sorting.ts";

interface SortButtonProps extends Sorting {
  readonly column: Pick<ColumnSort<never>, "by" | "largestFirst">;
  readonly children: ReactNode;
}

/** A column's header, which sorts by it. */
export function SortButton({ column, sort, onSort, children }: SortButtonProps) {
  const direction = ariaSort(sort, column.by);
  return (
    <button type="button" className="bare sorter" onClick={() => onSort(nextSort(sort, column))}>
      {children}
      {direction !== "none" && <span aria-hidden="true">{direction === "ascending" ? " ▴" : " ▾"}</span>}
    </button>
  );
}

interface SortChoiceProps extends Sorting {
  readonly columns: readonly { readonly header: ReactNode; readonly sort?: ColumnSort<never> }[];
}

/** The same where a table stacks and has no headers. */
export function SortChoice({ columns, sort, onSort }: SortChoiceProps) {
  const choices = columns.flatMap(({ header, sort: column }) =>
    column === undefined
      ? []
      : [
          <option key={column.by} value={column.by}>
            {header} ▴
          </option>,
          <option key={`-${column.by}`} value={`-${column.by}`}>
            {header} ▾
          </option>,
        ],
  );
  return (
    <select
      className="sort-choice"
      aria-label="Sort by"
      value={sort ?? ""}
      onChange={({ target }) => onSort(target.value === "" ? undefined : target.value)}
    >
      <option value="">Default order</option>
      {choices}
    </select>
  );
}

interface SortHeadsProps extends Sorting {
  readonly heads: readonly {
    readonly head: string;
    readonly number?: boolean;
    readonly sort?: ColumnSort<never>;
  }[];
}

/** The headers of a plain table. */
export const SortHeads = ({ heads, ...sorting }: SortHeadsProps) =>
  heads.map(({ head, number, sort: column }) =>
    column === undefined ? (
      <th key={head} scope="col" className={number ? "number" : undefined}>
        {head}
      </th>
    ) : (
      <th
        key={head}
        scope="col"
        className={number ? "number" : undefined}
        aria-sort={ariaSort(sorting.sort, column.by)}
      >
        <SortButton column={column} {...sorting}>
          {head}
        </SortButton>
      </th>
    ),
  );
