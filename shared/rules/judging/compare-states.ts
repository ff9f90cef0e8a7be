import type { ComparedState, StateTable } from "../../contracts/judging/compared-state.ts";
import type { TableCell } from "../../contracts/judging/evidence.ts";
import type { SideEffect } from "../../contracts/judging/side-effect.ts";
import { isVolatileFile, isVolatileSetting } from "./volatile.ts";

type Row = Readonly<Record<string, TableCell>>;

/** One difference between two states, whole. */
export interface StateChange extends Pick<SideEffect, "kind" | "change" | "where" | "before" | "after"> {
  /** Of a row: what it was and is, by column. */
  readonly row?: {
    readonly source: string;
    readonly table: string | null;
    readonly before: Row | null;
    readonly after: Row | null;
  };
}

export interface Comparison {
  readonly changes: readonly StateChange[];
  /** What could not be compared, a sentence each. */
  readonly unread: readonly string[];
}

const namespaces = ["system", "secure", "global"] as const;

/** Every difference that Android does not make by itself, in the order: apps, settings, rows, files. */
export function compareStates(before: ComparedState, after: ComparedState): Comparison {
  const settings = namespaces.flatMap((namespace) =>
    differences(before.settings[namespace], after.settings[namespace])
      .filter(({ key }) => !isVolatileSetting(key))
      .map(({ key, ...values }) => ({
        kind: "setting" as const,
        where: `setting:${namespace}/${key}`,
        ...values,
      })),
  );
  const unread = [...before.unread, ...after.unread];
  const isRead = (place: string): boolean => !unread.some(({ where }) => place.startsWith(where));
  const files = differences(before.files, after.files)
    .filter(({ key }) => isRead(key) && !isVolatileFile(key))
    .map(({ key, ...rest }) => ({
      kind: "file" as const,
      ...rest,
      where: key,
      before: describeFile(rest.before),
      after: describeFile(rest.after),
    }));
  const apps = differences(named(before.apps), named(after.apps)).map(({ key, ...rest }) => ({
    kind: "app" as const,
    where: `app:${key}`,
    ...rest,
  }));
  const readTables = (tables: readonly StateTable[]) => tables.filter((table) => isRead(nameOf(table)));
  const { rows, odd } = compareTables(readTables(before.tables), readTables(after.tables));
  const said = new Set([...unread.map(({ why }) => why), ...odd]);
  return { changes: [...apps, ...settings, ...rows, ...files], unread: [...said] };
}

const named = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]));

interface Difference extends Pick<SideEffect, "change" | "before" | "after"> {
  readonly key: string;
}

function differences(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly Difference[] {
  const found: Difference[] = [];
  for (const [key, was] of Object.entries(before)) {
    if (!Object.hasOwn(after, key)) found.push({ key, change: "removed", before: was, after: null });
    else if (after[key] !== was) found.push({ key, change: "changed", before: was, after: after[key] ?? "" });
  }
  for (const [key, is] of Object.entries(after)) {
    if (!Object.hasOwn(before, key)) found.push({ key, change: "added", before: null, after: is });
  }
  return found;
}

/** `<bytes> <seconds>` for people. */
function describeFile(stat: string | null): string | null {
  if (stat === null) return null;
  const [bytes, seconds] = stat.split(" ");
  const time = new Date(Number(seconds) * 1_000);
  return `${bytes} bytes${Number.isNaN(time.getTime()) ? "" : ` of ${time.toISOString().slice(0, 19)}`}`;
}

const nameOf = ({ source, table }: StateTable): string => (table === null ? source : `${source}:${table}`);

function compareTables(
  before: readonly StateTable[],
  after: readonly StateTable[],
): { readonly rows: readonly StateChange[]; readonly odd: readonly string[] } {
  const earlier = new Map(before.map((table) => [nameOf(table), table]));
  const later = new Map(after.map((table) => [nameOf(table), table]));
  const rows: StateChange[] = [];
  const odd: string[] = [];
  for (const name of new Set([...earlier.keys(), ...later.keys()])) {
    const [was, is] = [earlier.get(name), later.get(name)];
    if (was !== undefined && is !== undefined && was.columns.join() !== is.columns.join())
      odd.push(`${name} has other columns than before.`);
    else rows.push(...compareRows(name, was, is));
  }
  return { rows, odd };
}

/** A table that was not there had no rows. */
function compareRows(name: string, was: StateTable | undefined, is: StateTable | undefined): StateChange[] {
  const { source, table, columns } = (is ?? was) as StateTable;
  // By what a provider calls its rows, which may be `constructor`.
  const [earlier, later] = [
    new Map(Object.entries(was?.rows ?? {})),
    new Map(Object.entries(is?.rows ?? {})),
  ];
  const rowOf = (cells: readonly TableCell[] | undefined): Row | null =>
    cells === undefined
      ? null
      : Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? null]));
  const found: StateChange[] = [];
  const add = (key: string, change: StateChange["change"]): void => {
    const row = { source, table, before: rowOf(earlier.get(key)), after: rowOf(later.get(key)) };
    found.push({ kind: "row", change, where: `${name}#${key}`, ...describeRow(row), row });
  };
  for (const [key, cells] of earlier) {
    const now = later.get(key);
    if (now === undefined) add(key, "removed");
    else if (cells.some((cell, index) => cell !== now[index])) add(key, "changed");
  }
  for (const key of later.keys()) if (!earlier.has(key)) add(key, "added");
  return found;
}

/** Of a changed row only the columns that changed. */
function describeRow({ before, after }: { before: Row | null; after: Row | null }) {
  const tell = (row: Row | null): string | null => {
    if (row === null) return null;
    const told = Object.entries(row).filter(
      ([column, cell]) =>
        column !== "_id" &&
        (before === null || after === null ? cell !== null : before[column] !== after[column]),
    );
    return told.map(([column, cell]) => `${column}=${cell ?? "NULL"}`).join(", ");
  };
  return { before: tell(before), after: tell(after) };
}
