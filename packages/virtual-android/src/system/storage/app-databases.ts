import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { AppDatabase } from "../app.ts";

/** Databases that are open, by their files' places: at most so many, of which the one that was not used for longest is closed. */
export class OpenDatabases {
  readonly #most: number;
  readonly #open = new Map<string, DatabaseSync>();

  constructor(most: number) {
    this.#most = most;
  }

  /** To be used at once: it is closed when many others were used since. */
  use(file: string, open: () => DatabaseSync): DatabaseSync {
    const database = this.#open.get(file) ?? open();
    this.#open.delete(file);
    this.#open.set(file, database);
    const [oldest = ""] = this.#open.keys();
    if (this.#open.size > this.#most) this.close(oldest);
    return database;
  }

  close(file: string): void {
    this.#open.get(file)?.close();
    this.#open.delete(file);
  }
}

/** Each takes 170 kB, and a phone has ten: hundreds of phones would have a gigabyte of them. */
const ofAllPhones = new OpenDatabases(1_000);

/** Opens apps' SQLite files below the phone's file system, creating them with their first rows when they are not there. */
export class AppDatabases {
  readonly #filesRoot: string;
  readonly #known: ReadonlyMap<string, AppDatabase>;
  readonly #open: OpenDatabases;

  constructor(filesRoot: string, databases: readonly AppDatabase[], open = ofAllPhones) {
    this.#filesRoot = filesRoot;
    this.#open = open;
    const byName = databases.map((database) => [databaseName(database), database] as const);
    // The first of a package answers to the package's name alone.
    const byPackage = databases.toReversed().map((database) => [database.packageName, database] as const);
    this.#known = new Map([...byName, ...byPackage]);
  }

  /** By its package, or `package/file.db` of one that keeps several. To be used at once, as of `OpenDatabases`. */
  open(name: string): DatabaseSync {
    const known = this.#known.get(name);
    if (known === undefined) throw new Error(`${name} keeps no database on the virtual phone`);
    const file = join(this.#filesRoot, known.path);
    return this.#open.use(file, () => this.#openFile(known, file));
  }

  #openFile(known: AppDatabase, file: string): DatabaseSync {
    this.#make(known);
    const database = new DatabaseSync(file);
    // Each change must be in the one file at once, since jobs read it over adb; a lost power supply is not a case here.
    database.exec("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF");
    return database;
  }

  /** What apps do when they hear of the boot: their files are there from then on. */
  createMissing(): void {
    for (const known of new Set(this.#known.values())) this.#make(known);
  }

  /** `pm clear`: the app's data directories go; what it keeps begins again, as it is on a fresh phone. */
  wipe(packageName: string): void {
    const own = [...new Set(this.#known.values())].filter((known) => known.packageName === packageName);
    for (const { path } of own) this.#open.close(join(this.#filesRoot, path));
    for (const parent of ["data/data", "data/user_de/0"]) {
      rmSync(join(this.#filesRoot, parent, packageName), { recursive: true, force: true });
    }
    for (const known of own) this.#make(known);
  }

  #make(known: AppDatabase): void {
    const file = join(this.#filesRoot, known.path);
    if (existsSync(file)) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, firstContent(known));
  }

  /** Those in this file or directory, a path below the phone's file system: another hand will change it. */
  closeBelow(changed: string): void {
    for (const { path } of new Set(this.#known.values()))
      if (path === changed || path.startsWith(`${changed}/`)) this.#open.close(join(this.#filesRoot, path));
  }

  close(): void {
    for (const { path } of new Set(this.#known.values())) this.#open.close(join(this.#filesRoot, path));
  }
}

const databaseName = ({ packageName, path }: AppDatabase): string => `${packageName}/${basename(path)}`;

/** The file of a new phone, byte for byte; made once, since a thousand phones begin with the same. */
const firstContents = new WeakMap<AppDatabase, Buffer>();

function firstContent(known: AppDatabase): Buffer {
  const kept = firstContents.get(known);
  if (kept !== undefined) return kept;
  const directory = mkdtempSync(join(tmpdir(), "app-database-"));
  try {
    const file = join(directory, "new.db");
    const database = new DatabaseSync(file);
    database.exec("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; BEGIN");
    known.create(database);
    database.exec("COMMIT");
    database.close();
    const content = readFileSync(file);
    firstContents.set(known, content);
    return content;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
