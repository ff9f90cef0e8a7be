import { createHash } from "node:crypto";
import type { Argv } from "#shared/actions/device-port.ts";
import type { DataSql } from "#shared/contracts/job/job-data.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { am } from "../adb/android-commands.ts";

type Place = Pick<DataSql, "package" | "database">;

/** A database of an app as this shell reaches it: as root, or as the app itself when that can be debugged. */
export interface AppDatabase extends Place {
  readonly path: string;
  readonly asApp: boolean;
}

/**
 * Stops the app and finds its database.
 * @throws DeviceUnsupported where the shell may not, or the device has no sqlite3 · PreparationFailed when the app has no such database
 */
export async function findDatabase(adb: AdbDevice, place: Place): Promise<AppDatabase> {
  const { package: name, database } = place;
  const [, user, tool, debuggable] = await adb.write([
    am.forceStop(name),
    ["id", "-u"],
    ["which", "sqlite3"],
    ["run-as", name, "id", "-u"],
  ]);
  if (tool?.code !== 0) throw unsupported(adb, "it has no sqlite3");
  const isRoot = user?.output.trim() === "0";
  if (!isRoot && debuggable?.code !== 0)
    throw unsupported(adb, `its shell is not root, and ${name} cannot be debugged`);
  const places = ["/data/data", "/data/user_de/0"].map((root) => `${root}/${name}/databases/${database}`);
  const asApp = !isRoot;
  const found = await adb.read(places.map((path) => asUser(name, asApp, ["ls", path])));
  const path = places.find((_, index) => found[index]?.code === 0);
  if (path !== undefined) return { ...place, path, asApp };
  throw new DroverError(
    "PreparationFailed",
    `The app ${name} has no database '${database}' for 'data.sql': apps create databases when they are first opened.`,
  );
}

const unsupported = ({ serial }: AdbDevice, why: string): DroverError =>
  new DroverError("DeviceUnsupported", `Device '${serial}' does not support 'data.sql': ${why}.`);

const asUser = (name: string, asApp: boolean, words: Argv): Argv =>
  asApp ? ["run-as", name, ...words] : words;

/** All statements, or none of them. @throws PreparationFailed with what SQLite says */
export async function runStatements(
  adb: AdbDevice,
  { package: name, asApp, path }: AppDatabase,
  statements: readonly string[],
): Promise<void> {
  const whole = statements.map((statement) => `${statement.replace(/;\s*$/, "")};`).join("\n");
  const [result] = await adb.write([
    asUser(name, asApp, ["sqlite3", "-bail", path, `BEGIN;\n${whole}\nCOMMIT;`]),
  ]);
  if (result?.code === 0 && !/^(Error|Parse error|Runtime error)\b/m.test(result.output)) return;
  const said = result?.output.trim().slice(0, 300) ?? "";
  throw new DroverError(
    "PreparationFailed",
    `The database of ${name} refused the job's 'data.sql': ${said}.`,
  );
}

/** Of all that its tables hold; null: there is no such database. */
export async function databaseDigest(adb: AdbDevice, database: AppDatabase): Promise<string | null> {
  const { package: name, asApp, path } = database;
  const run = (sql: string) => adb.read([asUser(name, asApp, ["sqlite3", path, sql])]);
  const [there] = await adb.read([asUser(name, asApp, ["ls", path])]);
  if (there?.code !== 0) return null;
  const [listed] = await run("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
  const tables = (listed?.output ?? "").split("\n").filter((table) => table !== "");
  const hash = createHash("sha256");
  for (const table of tables) {
    const [rows] = await run(`SELECT * FROM "${table.replaceAll('"', '""')}"`);
    hash.update(`${table}\n${rows?.output ?? ""}\n`);
  }
  return hash.digest("hex");
}
