import type { ShellResult } from "#shared/actions/device-port.ts";
import { nearestRow, printsAs, type Where } from "#shared/rules/judging/match-cells.ts";
import { content, parseContentRows } from "../adb/android-commands.ts";
import { defineValidator, unreadable } from "./validator-check.ts";
import { whereClause } from "./where-clause.ts";

type PrintedRow = Readonly<Record<string, string>>;

export const contentRowValidator = defineValidator({
  kind: "contentRow",
  async read({ uri, where }, { device }) {
    const columns = Object.keys(where);
    const condition = whereClause(where);
    // The last can have no rows: a provider that answers some passes over conditions.
    const conditions = columns.length === 0 ? [] : [condition, `${condition} AND 0`];
    const [all, selected, none] = await device.read(
      ["", ...conditions].map((one) => content.query(uri, columns, one)),
    );
    if (all === undefined || all.truncated) return unreadable("the provider has more rows than can be read");
    // Its app has not made it yet: nothing is in it.
    const missing = /no such table: [\w.]{1,100}/.exec(all.output);
    if (missing !== null) return { kind: "noRows", source: uri, table: null, why: missing[0] };
    if (hasFailed(all)) return unreadable(`content query failed: ${all.output.trim().slice(0, 300)}`);
    const rows = readRows(all, columns);
    const matching = selectedRows(selected, none, columns) ?? rows.filter((row) => printsAll(row, where));
    const printed = columns.map((name) => ({ name, affinity: "printed" as const }));
    const example = matching[0] ?? nearestRow(rows, where, printed);
    return {
      kind: "rows",
      source: uri,
      table: null,
      columns: printed,
      all: rows.length,
      asked: { where, matching: matching.length, example },
      rows: rows.map((row) => columns.map((column) => row[column] ?? null)),
      whole: true,
    };
  },
});

/** `content` writes a provider's exception and ends with 0. */
export const hasFailed = ({ output, code }: ShellResult): boolean =>
  code !== 0 || /^(Error|Exception|java\.|\[ERROR\])|Error while accessing provider/m.test(output);

export const readRows = ({ output }: ShellResult, columns: readonly string[]): readonly PrintedRow[] =>
  /^No result found/m.test(output) ? [] : parseContentRows(output, columns);

/** The rows that the provider itself chose, since only it knows its columns' types; null when it cannot choose. */
function selectedRows(
  selected: ShellResult | undefined,
  none: ShellResult | undefined,
  columns: readonly string[],
): readonly PrintedRow[] | null {
  if (selected === undefined || none === undefined) return null;
  if (selected.truncated || hasFailed(selected) || hasFailed(none)) return null;
  return readRows(none, columns).length > 0 ? null : readRows(selected, columns);
}

const printsAll = (row: PrintedRow, where: Where): boolean =>
  Object.entries(where).every(([column, cell]) => printsAs(row[column] ?? "NULL", cell));
