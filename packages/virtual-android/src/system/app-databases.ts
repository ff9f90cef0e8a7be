import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { AppDatabase } from "./app.ts";

/** Opens apps' SQLite files below the phone's file system, creating them with their first rows when they are not there. */
export class AppDatabases {
  readonly #filesRoot: string;
  readonly #known: ReadonlyMap<string, AppDatabase>;
  readonly #open = new Map<string, DatabaseSync>();

  constructor(filesRoot: string, databases: readonly AppDatabase[]) {
    this.#filesRoot = filesRoot;
    this.#known = new Map(databases.map((database) => [database.packageName, database]));
  }

  open(packageName: string): DatabaseSync {
    const opened = this.#open.get(packageName);
    if (opened !== undefined) return opened;
    const known = this.#known.get(packageName);
    if (known === undefined) throw new Error(`${packageName} keeps no database on the virtual phone`);
    const file = join(this.#filesRoot, known.path);
    mkdirSync(dirname(file), { recursive: true });
    const fresh = !existsSync(file);
    const database = new DatabaseSync(file);
    // Each change must be in the one file at once, since jobs read it over adb; a lost power supply is not a case here.
    database.exec("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF");
    if (fresh) {
      database.exec("BEGIN");
      known.create(database);
      database.exec("COMMIT");
    }
    this.#open.set(packageName, database);
    return database;
  }

  /** What apps do when they hear of the boot: their files are there from then on. */
  createMissing(): void {
    for (const { packageName, path } of this.#known.values()) {
      if (existsSync(join(this.#filesRoot, path))) continue;
      this.open(packageName).close();
      this.#open.delete(packageName);
    }
  }

  /** `pm clear`: the app's data directories go, and with them its database. */
  wipe(packageName: string): void {
    this.#open.get(packageName)?.close();
    this.#open.delete(packageName);
    for (const parent of ["data/data", "data/user_de/0"]) {
      rmSync(join(this.#filesRoot, parent, packageName), { recursive: true, force: true });
    }
  }

  close(): void {
    for (const database of this.#open.values()) database.close();
    this.#open.clear();
  }
}
