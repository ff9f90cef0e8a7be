import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { ContentProviders, ContentRow, SettingsNamespace } from "../device.ts";
import { type PhoneCore, SETTINGS_PROVIDER } from "../phone-core.ts";
import { CONTENT_TABLES, type ContentTable } from "./content-tables.ts";
import { deleteMedia, MEDIA_PROVIDER, scanMedia } from "./media-store.ts";
import { SETTINGS_NAMESPACES } from "./settings-store.ts";

interface Resolved {
  readonly table: ContentTable;
  readonly id: number | null;
}

/** What `content query`, `insert`, `update` and `delete` reach. Errors carry the words Android's shell prints. */
export class PhoneContent implements ContentProviders {
  readonly #core: PhoneCore;

  constructor(core: PhoneCore) {
    this.#core = core;
  }

  async query(
    uri: string,
    options: { readonly projection?: readonly string[]; readonly where?: string; readonly sort?: string },
  ): Promise<readonly ContentRow[]> {
    const resolved = resolve(uri);
    const { table } = resolved;
    const database = this.#database(table);
    mustKnow(database, table, options.projection ?? []);
    const columns = options.projection === undefined ? "*" : options.projection.join(", ");
    const sort = options.sort === undefined ? "" : ` ORDER BY ${options.sort}`;
    const clause = whereClause(resolved, options.where);
    return database.prepare(`SELECT ${columns} FROM ${table.name}${clause}${sort}`).all().map(contentRow);
  }

  async insert(uri: string, given: ContentRow): Promise<void> {
    const { table } = resolve(uri);
    const setting = settingsNamespace(table);
    if (setting !== null) {
      this.#core.settings.put(setting, String(given.name), String(given.value ?? ""));
      return;
    }
    mustBeWritable(table, uri);
    const database = this.#database(table);
    mustKnow(database, table, Object.keys(given));
    const values = table.complete?.(given, this.#core.clock().getTime()) ?? given;
    const names = Object.keys(values);
    const places = names.map(() => "?").join(", ");
    const sql =
      names.length === 0
        ? `INSERT INTO ${table.name} DEFAULT VALUES`
        : `INSERT INTO ${table.name} (${names.join(", ")}) VALUES (${places})`;
    database.prepare(sql).run(...inputs(values));
    this.#core.invalidate();
  }

  async update(uri: string, values: ContentRow, where?: string): Promise<number> {
    const resolved = resolve(uri);
    const { table } = resolved;
    const names = Object.keys(values);
    if (settingsNamespace(table) !== null) {
      const rows = await this.query(uri, where === undefined ? {} : { where });
      for (const row of rows) await this.insert(uri, { ...row, ...values });
      return rows.length;
    }
    mustBeWritable(table, uri);
    const database = this.#database(table);
    mustKnow(database, table, names);
    const clause = whereClause(resolved, where);
    const count = countOf(database, table, clause);
    if (names.length > 0) {
      const changes = names.map((name) => `${name} = ?`).join(", ");
      database.prepare(`UPDATE ${table.name} SET ${changes}${clause}`).run(...inputs(values));
    }
    this.#core.invalidate();
    return count;
  }

  async delete(uri: string, where?: string): Promise<number> {
    const resolved = resolve(uri);
    const { table } = resolved;
    const setting = settingsNamespace(table);
    if (setting !== null) {
      const rows = await this.query(uri, where === undefined ? {} : { where });
      return rows.filter((one) => this.#core.settings.delete(setting, String(one.name))).length;
    }
    const clause = whereClause(resolved, where);
    const database = this.#database(table);
    if (table.owner === MEDIA_PROVIDER)
      return deleteMedia(
        database,
        this.#core.files.hostPath("/sdcard"),
        `SELECT _data FROM ${table.name}${clause}`,
      );
    mustBeWritable(table, uri);
    const count = countOf(database, table, clause);
    database.prepare(`DELETE FROM ${table.name}${clause}`).run();
    this.#core.invalidate();
    return count;
  }

  #database(table: ContentTable): DatabaseSync {
    const database = this.#core.databases.open(table.owner);
    if (table.owner === MEDIA_PROVIDER) scanMedia(database, this.#core.files.hostPath("/sdcard"));
    return database;
  }
}

function resolve(uri: string): Resolved {
  const path = /^content:\/\/([^?#]+)/.exec(uri)?.[1]?.replace(/\/+$/, "");
  if (path === undefined) throw new Error(`Unsupported URI: ${uri}`);
  const authority = path.split("/")[0] ?? "";
  const table = CONTENT_TABLES[path];
  if (table !== undefined) return { table, id: null };
  const row = /^(.*)\/(\d+)$/.exec(path);
  const parent = CONTENT_TABLES[row?.[1] ?? ""];
  if (parent !== undefined) return { table: parent, id: Number(row?.[2]) };
  const known = Object.keys(CONTENT_TABLES).some((key) => key.split("/")[0] === authority);
  throw new Error(known ? `Unknown URI: ${uri}` : `Could not find provider: ${authority}`);
}

function whereClause({ table, id }: Resolved, where: string | undefined): string {
  const conditions = [id === null ? null : `_id = ${id}`, table.only ?? null, where ?? null].filter(
    (one) => one !== null,
  );
  return conditions.length === 0 ? "" : ` WHERE ${conditions.map((one) => `(${one})`).join(" AND ")}`;
}

/** SQLite counts no changes that a view's trigger makes. */
function countOf(database: DatabaseSync, table: ContentTable, clause: string): number {
  return Number(database.prepare(`SELECT count(*) AS rows FROM ${table.name}${clause}`).get()?.rows ?? 0);
}

const inputs = (values: ContentRow): readonly SQLInputValue[] => Object.values(values);

function mustBeWritable(table: ContentTable, uri: string): void {
  if (table.readOnly === true) throw new Error(`Invalid URI: ${uri}`);
}

function settingsNamespace(table: ContentTable): SettingsNamespace | null {
  return table.owner === SETTINGS_PROVIDER
    ? (SETTINGS_NAMESPACES.find((one) => one === table.name) ?? null)
    : null;
}

function mustKnow(database: DatabaseSync, table: ContentTable, columns: readonly string[]): void {
  const known = database
    .prepare(`PRAGMA table_info(${table.name})`)
    .all()
    .map((row) => String(row.name));
  for (const column of columns) {
    if (!known.includes(column)) throw new Error(`Invalid column ${column}`);
  }
}

function contentRow(row: Record<string, unknown>): ContentRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "number" || typeof value === "string" ? value : value === null ? null : String(value),
    ]),
  );
}
