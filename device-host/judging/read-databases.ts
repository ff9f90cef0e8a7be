import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import type { Argv } from "#shared/actions/device-port.ts";
import type { StateTable } from "#shared/contracts/judging/compared-state.ts";
import type { TableCell } from "#shared/contracts/judging/evidence.ts";
import { PackageName } from "#shared/contracts/values/package-name.ts";
import { isOwnTable } from "#shared/rules/judging/volatile.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { isConnectionLost } from "../adb/adb-error.ts";
import { withDatabaseCopy } from "../validators/copy-database.ts";
import { asCell } from "../validators/read-table.ts";
import type { ReadTables } from "./read-providers.ts";

const maximumBytes = 8 * 1_048_576;
const mostDatabases = 20;
const mostTables = 100;
const mostRows = 2_000;
/** Of one cell; a change in the rest of a longer one is not seen. */
const longestCell = 1_000;

/** The tables of all databases of these apps: read as root, else as the app itself, which works where it can be debugged. */
export async function readDatabases(device: AdbDevice, packages: readonly string[]): Promise<ReadTables> {
  const read = await Promise.all(packages.map((name) => readApp(device, PackageName.parse(name))));
  return { tables: read.flatMap(({ tables }) => tables), unread: read.flatMap(({ unread }) => unread) };
}

const unreadable = (places: readonly string[], why: string): ReadTables => ({
  tables: [],
  unread: places.map((where) => ({ where, why })),
});

const directoriesOf = (name: string): readonly string[] => [
  `/data/data/${name}/databases`,
  `/data/user_de/0/${name}/databases`,
];

async function readApp(device: AdbDevice, name: string): Promise<ReadTables> {
  const listing = (directory: string): Argv => ["find", directory, "-maxdepth", "1", "-type", "f"];
  const asApp = (directory: string): Argv => ["run-as", name, ...listing(directory)];
  const directories = directoriesOf(name);
  const results = await device.read([...directories.map(listing), ...directories.map(asApp)]);
  const outputs = results.map(({ output }) => output);
  const [asRoot, own] = [outputs.slice(0, 2).join("\n"), outputs.slice(2).join("\n")];
  const isHidden = /Permission denied/.test(asRoot);
  if (isHidden && !own.includes("/databases"))
    return unreadable(
      directories,
      `Databases of ${name} cannot be read: ${own.trim().split("\n")[0]?.slice(0, 120)}.`,
    );
  const paths = [...new Set((isHidden ? own : asRoot).split("\n"))].filter(
    (path) =>
      directories.some((directory) => path.startsWith(`${directory}/`)) && !/-(wal|shm|journal)$/.test(path),
  );
  const read = await Promise.all(
    paths.slice(0, mostDatabases).map((path) => readDatabase(device, path, isHidden ? name : null)),
  );
  const left = unreadable(
    paths.slice(mostDatabases),
    `${name} has ${paths.length} databases; ${mostDatabases} of them are compared.`,
  );
  return {
    tables: read.flatMap(({ tables }) => tables),
    unread: [...left.unread, ...read.flatMap(({ unread }) => unread)],
  };
}

async function readDatabase(device: AdbDevice, path: string, asApp: string | null): Promise<ReadTables> {
  try {
    const bytesOf = async (file: string): Promise<Buffer | null> => {
      if (asApp === null) return device.pull(file, maximumBytes);
      const bytes = await device.readBinary(["run-as", asApp, "cat", file], { maximumBytes });
      return /^cat: /.test(bytes.subarray(0, 5).toString("latin1")) ? null : bytes;
    };
    const [main, log] = await Promise.all([bytesOf(path), bytesOf(`${path}-wal`)]);
    // Not every file there is a database of SQLite.
    if (main === null || !main.subarray(0, 15).equals(Buffer.from("SQLite format 3")))
      return { tables: [], unread: [] };
    return await withDatabaseCopy({ main, log }, (copy) => readTables(copy, path));
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    return unreadable([path], `${path} cannot be read: ${why.slice(0, 150)}`);
  }
}

/** Of an app's own making: names are quoted, and nothing in it may call a function. */
function readTables(copy: string, source: string): ReadTables {
  const database = new DatabaseSync(copy);
  try {
    database.exec("PRAGMA trusted_schema = OFF");
    const listed = database
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' LIMIT ?",
      )
      .all(mostTables)
      .map(({ name }) => String(name))
      .filter((name) => !isOwnTable(name));
    const tables: StateTable[] = [];
    const unread: ReadTables["unread"][number][] = [];
    for (const name of listed) {
      const read = readTable(database, source, name);
      if (typeof read === "string") unread.push({ where: `${source}:${name}`, why: read });
      else tables.push(read);
    }
    return { tables, unread };
  } finally {
    database.close();
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function readTable(database: DatabaseSync, source: string, table: string): StateTable | string {
  const columns = database
    .prepare("SELECT name FROM pragma_table_info(?)")
    .all(table)
    .map(({ name }) => String(name));
  const rows = select(database, table, columns);
  if (rows.length > mostRows) return `${source}:${table} has more than ${mostRows} rows.`;
  return {
    source,
    table,
    columns,
    rows: Object.fromEntries(rows.map(({ key, cells }) => [key ?? JSON.stringify(cells), cells])),
  };
}

/** By position: two columns may bear one name in an odd table, and none may be mistaken for the key. */
function select(database: DatabaseSync, table: string, columns: readonly string[]) {
  const list = columns.map(cell).join(", ");
  const run = (selected: string): readonly TableCell[][] => {
    const statement = database.prepare(`SELECT ${selected} FROM ${quoted(table)} LIMIT ${mostRows + 1}`);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    return (statement.all() as unknown as SQLOutputValue[][]).map((row) => row.map(asCell));
  };
  try {
    return run(`rowid, ${list}`).map(([key, ...cells]) => ({ key: String(key), cells }));
  } catch {
    // A table WITHOUT ROWID.
    return run(list).map((cells) => ({ key: undefined, cells }));
  }
}

const cell = (name: string): string =>
  `CASE typeof(${quoted(name)}) WHEN 'text' THEN substr(${quoted(name)}, 1, ${longestCell}) ELSE ${quoted(name)} END`;
