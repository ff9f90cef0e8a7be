import "./plain-table.css";
import type { ReactNode } from "react";
import { SortHeads } from "./sort-button.tsx";
import { type ColumnSort, type Sorting, sortRows } from "./sorting.ts";

export interface PlainColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  readonly number?: boolean;
  readonly sort?: ColumnSort<Row>;
}

interface PlainTableProps<Row> {
  readonly label: string;
  readonly columns: readonly PlainColumn<Row>[];
  /** All of them. */
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly sorting: Sorting;
}

/** A table of few rows, all of which are in the page. A window that is too narrow for it scrolls it sideways. */
export function PlainTable<Row>({ label, columns, rows, rowKey, sorting }: PlainTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who uses keys scrolls it by them
    <section className="plain-table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <SortHeads heads={columns} {...sorting} />
          </tr>
        </thead>
        <tbody>
          {sortRows(rows, columns, sorting.sort).map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ head, cell, number }) => (
                <td key={head} className={number ? "number" : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
