import type { DatabaseSync } from "node:sqlite";
import type { SettingsNamespace, SettingsProvider } from "../device.ts";
import { DEFAULT_SETTINGS } from "./default-settings.ts";

export const SETTINGS_NAMESPACES = [
  "system",
  "secure",
  "global",
] as const satisfies readonly SettingsNamespace[];

/** Tables as the settings provider kept them until Android 6; since then it writes a binary XML file nobody reads outside it. */
export function createSettingsTables(database: DatabaseSync): void {
  for (const namespace of SETTINGS_NAMESPACES) {
    database.exec(
      `CREATE TABLE ${namespace} (_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE ON CONFLICT REPLACE, value TEXT)`,
    );
    const insert = database.prepare(`INSERT INTO ${namespace} (name, value) VALUES (?, ?)`);
    for (const [name, value] of Object.entries(DEFAULT_SETTINGS[namespace])) insert.run(name, value);
  }
}

/** Settings held in memory, written through to SQLite; `onChange` hears of every change. */
export class SettingsStore implements SettingsProvider {
  readonly #database: () => DatabaseSync;
  readonly #onChange: (namespace: SettingsNamespace, key: string, value: string | null) => void;
  readonly #values: Readonly<Record<SettingsNamespace, Map<string, string>>>;

  constructor(
    database: () => DatabaseSync,
    onChange: (namespace: SettingsNamespace, key: string, value: string | null) => void,
  ) {
    this.#database = database;
    this.#onChange = onChange;
    this.#values = {
      system: this.#load("system"),
      secure: this.#load("secure"),
      global: this.#load("global"),
    };
  }

  #load(namespace: SettingsNamespace): Map<string, string> {
    const rows = this.#database().prepare(`SELECT name, value FROM ${namespace}`).all();
    return new Map(rows.map((row) => [String(row.name), String(row.value ?? "")]));
  }

  get(namespace: SettingsNamespace, key: string): string | null {
    return this.#values[namespace].get(key) ?? null;
  }

  put(namespace: SettingsNamespace, key: string, value: string): void {
    if (this.#values[namespace].get(key) === value) return;
    this.#values[namespace].set(key, value);
    this.#database().prepare(`INSERT INTO ${namespace} (name, value) VALUES (?, ?)`).run(key, value);
    this.#onChange(namespace, key, value);
  }

  delete(namespace: SettingsNamespace, key: string): boolean {
    const had = this.#values[namespace].delete(key);
    if (!had) return false;
    this.#database().prepare(`DELETE FROM ${namespace} WHERE name = ?`).run(key);
    this.#onChange(namespace, key, null);
    return true;
  }

  list(namespace: SettingsNamespace): readonly (readonly [key: string, value: string])[] {
    return [...this.#values[namespace]].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}
