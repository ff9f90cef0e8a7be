import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { VirtualPhone } from "@drover/virtual-android";

/**
 * Everything that a virtual phone holds, in memory and on its disk, straight from the phone: nothing of it comes from what cleaning asks a
 * device. What a phone learns to hold besides is in it by itself. Left out, each because it is no trace of a job:
 */
const leftOut = {
  /** Counters, and how a field that was gone again was scrolled: no app and no next job sees them. */
  memory: ["random", "keyboardPage", "lockMemory", "stack"],
  files:
    /^(proc|sys|system)\/|^data\/system\/packages\.json$|runtime-permissions\.json$|^data\/(misc_de|system|data|user_de)(\/|$)(?!.*\/databases\/)/,
  /** Where SQLite counts on. */
  tables: /^sqlite_/,
  /** Which number a row of settings has, and when a file was first seen. */
  columns: new Set(["settings.db", "external.db"]),
};

type Dump = Readonly<Record<string, string>>;

export function dumpPhone(phone: VirtualPhone): Dump {
  const { state, disk } = phone.snapshot();
  const found = new Map<string, unknown>();
  for (const [name, value] of Object.entries(state))
    if (!leftOut.memory.includes(name)) found.set(`memory ${name}`, value);
  // A property that is empty is none.
  found.set("memory properties", new Map([...phone.properties()].filter(([, value]) => value !== "")));
  for (const { packageName, activities } of state.stack.tasks)
    for (const [index, { component, state: shown }] of activities.entries())
      found.set(`task ${packageName} ${index}`, { component, shown });
  found.set("in front", phone.activities.focused());
  found.set("playing", phone.mediaSessions);
  for (const { packageName, versionCode, label } of phone.packages.list()) {
    const { runtime } = phone.packages.permissions(packageName);
    const granted = runtime.filter((one) => one.granted).map(({ name }) => name);
    found.set(`app ${packageName}`, { versionCode, label, granted: granted.sort() });
  }
  for (const [path, entry] of disk) {
    if (leftOut.files.test(path)) continue;
    if (/^data\/.*\.db$/.test(path)) addTables(join(phone.filesRoot, path), found);
    else if (entry.kind === "file")
      found.set(`file ${path}`, createHash("sha256").update(entry.content).digest("hex"));
    else found.set(`${entry.kind} ${path}`, entry.kind === "link" ? entry.target : "");
  }
  return Object.fromEntries([...found].map(([name, value]) => [name, JSON.stringify(plain(value))]).sort());
}

const plain = (value: unknown): unknown => (value instanceof Map ? [...value].sort() : value);

function addTables(file: string, found: Map<string, unknown>): void {
  using database = new DatabaseSync(file, { readOnly: true });
  const name = file.slice(file.lastIndexOf("/") + 1);
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  for (const table of tables.map((row) => String(row.name)).filter((one) => !leftOut.tables.test(one))) {
    for (const row of database.prepare(`SELECT rowid AS rowid_, * FROM ${table}`).all()) {
      const { rowid_, _id, ...rest } = row;
      const isNumbered = !leftOut.columns.has(name);
      found.set(`row ${name} ${table} ${isNumbered ? rowid_ : (rest.name ?? rest._data)}`, rest);
    }
  }
}

/** What is in one of both only, or another in each; empty: they are the same. */
export const differenceOf = (before: Dump, after: Dump): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${before[name] ?? "nothing"} → ${after[name] ?? "nothing"}`.slice(0, 300));
