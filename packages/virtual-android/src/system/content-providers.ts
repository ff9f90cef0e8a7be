import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { ContentProviders, ContentRow, SettingsNamespace } from "../device.ts";
import { type PhoneCore, SETTINGS_PROVIDER } from "./phone-core.ts";
import { SETTINGS_NAMESPACES } from "./settings-store.ts";

interface Table {
  readonly owner: string;
  /** A table or view of the owner's database. */
  readonly name: string;
  readonly writable: string | null;
}

const CONTACTS = "com.android.providers.contacts";

/** The deskclock rows are the virtual phone's own: Android's Clock exports no provider of its alarms and timers. */
const TABLES: Readonly<Record<string, Table>> = {
  "com.android.contacts/contacts": { owner: CONTACTS, name: "view_contacts", writable: "view_contacts" },
  "com.android.contacts/raw_contacts": {
    owner: CONTACTS,
    name: "view_raw_contacts",
    writable: "view_raw_contacts",
  },
  "com.android.contacts/data": { owner: CONTACTS, name: "view_data", writable: "view_data" },
  "com.android.contacts/data/phones": { owner: CONTACTS, name: "view_phones", writable: null },
  "com.android.contacts/data/emails": { owner: CONTACTS, name: "view_emails", writable: null },
  "com.android.deskclock/timers": { owner: "com.android.deskclock", name: "timers", writable: "timers" },
  "com.android.deskclock/alarms": {
    owner: "com.android.deskclock",
    name: "alarm_templates",
    writable: "alarm_templates",
  },
  "settings/system": { owner: SETTINGS_PROVIDER, name: "system", writable: "system" },
  "settings/secure": { owner: SETTINGS_PROVIDER, name: "secure", writable: "secure" },
  "settings/global": { owner: SETTINGS_PROVIDER, name: "global", writable: "global" },
};

/** What `content query`, `insert` and `delete` reach. Errors carry the words Android's shell prints. */
export class PhoneContent implements ContentProviders {
  readonly #core: PhoneCore;

  constructor(core: PhoneCore) {
    this.#core = core;
  }

  async query(
    uri: string,
    options: { readonly projection?: readonly string[]; readonly where?: string; readonly sort?: string },
  ): Promise<readonly ContentRow[]> {
    const { table, id } = this.#resolve(uri);
    const database = this.#database(table);
    const known = columnsOf(database, table.name);
    for (const column of options.projection ?? []) {
      if (!known.includes(column)) throw new Error(`Invalid column ${column}`);
    }
    const columns = options.projection === undefined ? "*" : options.projection.join(", ");
    const conditions = [id === null ? null : `_id = ${id}`, options.where ?? null].filter(
      (one) => one !== null,
    );
    const where =
      conditions.length === 0 ? "" : ` WHERE ${conditions.map((one) => `(${one})`).join(" AND ")}`;
    const sort = options.sort === undefined ? "" : ` ORDER BY ${options.sort}`;
    return database.prepare(`SELECT ${columns} FROM ${table.name}${where}${sort}`).all().map(contentRow);
  }

  async insert(uri: string, values: ContentRow): Promise<void> {
    const { table } = this.#resolve(uri);
    const setting = settingsNamespace(table);
    if (setting !== null) {
      this.#core.settings.put(setting, String(values.name), String(values.value ?? ""));
      return;
    }
    if (table.writable === null) throw new Error(`Invalid URI: ${uri}`);
    const database = this.#database(table);
    const known = columnsOf(database, table.writable);
    for (const column of Object.keys(values)) {
      if (!known.includes(column)) throw new Error(`Invalid column ${column}`);
    }
    const names = Object.keys(values);
    const places = names.map(() => "?").join(", ");
    const given: SQLInputValue[] = Object.values(values);
    const sql =
      names.length === 0
        ? `INSERT INTO ${table.writable} DEFAULT VALUES`
        : `INSERT INTO ${table.writable} (${names.join(", ")}) VALUES (${places})`;
    database.prepare(sql).run(...given);
    this.#core.invalidate();
  }

  async delete(uri: string, where?: string): Promise<number> {
    const { table, id } = this.#resolve(uri);
    const setting = settingsNamespace(table);
    if (setting !== null) {
      const rows = await this.query(uri, where === undefined ? {} : { where });
      return rows.filter((one) => this.#core.settings.delete(setting, String(one.name))).length;
    }
    if (table.writable === null) throw new Error(`Invalid URI: ${uri}`);
    const conditions = [id === null ? null : `_id = ${id}`, where ?? null].filter((one) => one !== null);
    const clause =
      conditions.length === 0 ? "" : ` WHERE ${conditions.map((one) => `(${one})`).join(" AND ")}`;
    const database = this.#database(table);
    // SQLite counts no changes that a view's trigger makes.
    const count = database.prepare(`SELECT count(*) AS rows FROM ${table.writable}${clause}`).get();
    database.prepare(`DELETE FROM ${table.writable}${clause}`).run();
    this.#core.invalidate();
    return Number(count?.rows ?? 0);
  }

  #database(table: Table): DatabaseSync {
    return this.#core.databases.open(table.owner);
  }

  #resolve(uri: string): { readonly table: Table; readonly id: number | null } {
    const path = /^content:\/\/([^?#]+)/.exec(uri)?.[1]?.replace(/\/+$/, "");
    if (path === undefined) throw new Error(`Unsupported URI: ${uri}`);
    const authority = path.split("/")[0] ?? "";
    const table = TABLES[path];
    if (table !== undefined) return { table, id: null };
    const row = /^(.*)\/(\d+)$/.exec(path);
    const parent = TABLES[row?.[1] ?? ""];
    if (parent !== undefined) return { table: parent, id: Number(row?.[2]) };
    const known = Object.keys(TABLES).some((key) => key.startsWith(`${authority}/`));
    throw new Error(known ? `Unknown URI: ${uri}` : `Could not find provider: ${authority}`);
  }
}

function settingsNamespace(table: Table): SettingsNamespace | null {
  return table.owner === SETTINGS_PROVIDER
    ? (SETTINGS_NAMESPACES.find((one) => one === table.name) ?? null)
    : null;
}

function columnsOf(database: DatabaseSync, table: string): readonly string[] {
  return database
    .prepare(`PRAGMA table_info(${table})`)
    .all()
    .map((row) => String(row.name));
}

function contentRow(row: Record<string, unknown>): ContentRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "number" || typeof value === "string" ? value : value === null ? null : String(value),
    ]),
  );
}
