import type { ShellResult } from "#shared/agent/actions/device-port.ts";
import { content, parseContentRows } from "../adb/android-commands.ts";
import { type FoundRows, judgeRows, printsAs, type Where, whereClause } from "./match-rows.ts";
import { defineValidator, found, inconclusive } from "./validator-check.ts";

type PrintedRow = Readonly<Record<string, string>>;

export const contentRowValidator = defineValidator({
  kind: "contentRow",
  async check({ uri, where, exists, count }, { device }) {
    const columns = Object.keys(where);
    const condition = whereClause(where);
    // The last can have no rows: a provider that answers some passes over conditions.
    const conditions = columns.length === 0 ? [] : [condition, `${condition} AND 0`];
    const [all, selected, none] = await device.read(
      ["", ...conditions].map((one) => content.query(uri, columns, one)),
    );
    if (all === undefined || all.truncated)
      return inconclusive("the provider holds more rows than can be read");
    if (hasFailed(all)) return inconclusive(`content query failed: ${all.output.trim().slice(0, 300)}`);
    const rows = readRows(all, columns);
    const matching = selectedRows(selected, none, columns) ?? rows.filter((row) => printsAll(row, where));
    const example = matching[0] ?? rows.at(-1) ?? null;
    const counts: FoundRows = { matching: matching.length, all: rows.length, example };
    const { passed, observed } = judgeRows(counts, { exists, count });
    return found(passed, observed);
  },
});

/** `content` writes a provider's exception and ends with 0. */
const hasFailed = ({ output, code }: ShellResult): boolean =>
  code !== 0 || /^(Error|Exception|java\.|\[ERROR\])|Error while accessing provider/m.test(output);

const readRows = ({ output }: ShellResult, columns: readonly string[]): readonly PrintedRow[] =>
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
