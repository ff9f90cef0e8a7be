// biome-ignore-all lint/a11y/useFocusableInteractive: a row is read, not operated; what it opens is a link in it
// biome-ignore-all lint/a11y/useSemanticElements: rows stand where they are put, which a table of its own elements does not allow
import "./virtual-table.css";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useShortcut } from "./shortcuts/shortcuts.tsx";
import { SortButton, SortChoice } from "./sort-button.tsx";
import { ariaSort, type ColumnSort, type Sorting, sortRows } from "./sorting.ts";

export interface Column<Row> {
  /** Also the name of its grid area, where the table stacks. */
  readonly name: string;
  readonly header: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  readonly number?: boolean;
  /** Its header sorts the table, which has to be told how it is sorted. */
  readonly sort?: ColumnSort<Row>;
}

interface VirtualTableProps<Row> {
  /** What it lists, for ears. */
  readonly label: string;
  /**
   * Of the whole table: its rows' grid is laid out by the page's own CSS, `.<className> .table-row`. With `table-stacks` a row is several lines on a
   * phone, and has a template of areas for that.
   */
  readonly className: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowHeight: number;
  /** Where `rows` are the whole list, or come sorted from the farm. */
  readonly sorting?: Sorting;
  /** Called when its end comes near. */
  readonly onEnd?: () => void;
  /** Below the last row: that there is more, or no more. */
  readonly foot?: ReactNode;
  /** Told how far it is scrolled, and which rows can be seen. */
  readonly onView?: (view: TableView) => void;
  /** The index of a row to be brought into view, each time that it is another one. */
  readonly reveal?: number | undefined;
}

export interface TableView {
  readonly atTop: boolean;
  /** Of the first and last row to be seen. */
  readonly from: number;
  readonly to: number;
}

const nearEnd = 20;

/**
 * A list of any length, of which only what can be seen is in the page. A row's first link is what it stands for: `j` and `k`
 * go from one to the next, Enter opens it.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, className, columns, sorting, rowKey, rowHeight, onEnd, foot, onView, reveal } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { rows: listed } = props;
  const rows = useMemo(() => sortRows(listed, columns, sorting?.sort), [listed, columns, sorting?.sort]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rowKey(rows[index] as Row),
    overscan: 12,
  });
  const shown = virtual.getVirtualItems();
  const from = shown[0]?.index ?? 0;
  const to = shown.at(-1)?.index ?? 0;
  const atTop = (virtual.scrollOffset ?? 0) < rowHeight;
  const close = rows.length - to < nearEnd;
  useEffect(() => {
    if (close) onEnd?.();
  }, [close, onEnd]);
  useEffect(() => onView?.({ atTop, from, to }), [onView, atTop, from, to]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was measured with another height is void
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  useEffect(() => {
    if (reveal !== undefined && reveal >= 0) virtual.scrollToIndex(reveal, { align: "center" });
  }, [virtual, reveal]);
  useRowKeys(scroller, rows.length, virtual.scrollToIndex);
  return (
    <>
      {sorting !== undefined && <SortChoice columns={columns} {...sorting} />}
      <div
        className={`table ${className}`}
        ref={scroller}
        role="table"
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <TableHead columns={columns} sorting={sorting} />
        <div role="rowgroup" className="table-body" style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ key, index, start }) => (
            <div
              key={key}
              className="table-row"
              role="row"
              aria-rowindex={index + 2}
              data-row={index}
              style={{ transform: `translateY(${start}px)`, height: rowHeight }}
            >
              {columns.map(({ name, cell, number }) => (
                <div
                  key={name}
                  role="cell"
                  className={cellClass(name, number)}
                  style={{ "--area": name } as CSSProperties}
                >
                  {cell(rows[index] as Row)}
                </div>
              ))}
            </div>
          ))}
        </div>
        {foot !== undefined && <div className="table-foot quiet">{foot}</div>}
      </div>
    </>
  );
}

interface TableHeadProps<Row> extends Pick<VirtualTableProps<Row>, "columns"> {
  readonly sorting: Sorting | undefined;
}

function TableHead<Row>({ columns, sorting }: TableHeadProps<Row>) {
  return (
    <div role="rowgroup" className="table-head">
      <div className="table-row" role="row" aria-rowindex={1}>
        {columns.map(({ name, header, number, sort }) =>
          sort === undefined || sorting === undefined ? (
            <div key={name} role="columnheader" className={cellClass(name, number)}>
              {header}
            </div>
          ) : (
            <div
              key={name}
              role="columnheader"
              className={cellClass(name, number)}
              aria-sort={ariaSort(sorting.sort, sort.by)}
            >
              <SortButton column={sort} {...sorting}>
                {header}
              </SortButton>
            </div>
          ),
        )}
      </div>
    </div>
  );
}

const cellClass = (name: string, number = false): string => `cell cell-${name}${number ? " number" : ""}`;

/** `j` and `k`: the focus goes to the link of the next row or the one before, which may have to be scrolled to first. */
function useRowKeys(
  scroller: React.RefObject<HTMLDivElement | null>,
  count: number,
  scrollToIndex: (index: number) => void,
): void {
  const [wanted, setWanted] = useState<number>();
  const move = (by: number): void => {
    const held = document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset.row;
    const next = held === undefined ? 0 : Math.min(Math.max(Number(held) + by, 0), count - 1);
    scrollToIndex(next);
    setWanted(next);
  };
  useShortcut("j", "Next row", () => move(1));
  useShortcut("k", "Previous row", () => move(-1));
  // A row that was far away is in the page only after it was scrolled to.
  useEffect(() => {
    if (wanted === undefined) return;
    const link = scroller.current?.querySelector<HTMLElement>(`[data-row="${wanted}"] a`);
    if (!link) return;
    link.focus({ preventScroll: true });
    setWanted(undefined);
  });
}
