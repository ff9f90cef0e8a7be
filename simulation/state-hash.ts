import { createHash, type Hash } from "node:crypto";
import { globSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** One hash over every row of every database below a directory: tables, queues, objects, executions and their histories, journals of hosts. */
export function stateHash(dir: string, read: (table: string, row: string) => void = () => undefined): string {
  const hash = createHash("sha256");
  for (const file of globSync("**/*.sqlite", { cwd: dir }).sort()) {
    if (file.includes("phones")) continue;
    hashDatabase(hash, path.join(dir, file), file, read);
  }
  return hash.digest("hex").slice(0, 16);
}

function hashDatabase(
  hash: Hash,
  file: string,
  name: string,
  read: (table: string, row: string) => void,
): void {
  const database = new DatabaseSync(file);
  try {
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .all();
    for (const { name: table } of tables) {
      for (const row of database.prepare(`SELECT * FROM "${table}"`).iterate()) {
        const text = JSON.stringify(row, (_key, value) =>
          typeof value === "bigint"
            ? String(value)
            : value instanceof Uint8Array
              ? Buffer.from(value).toString("latin1")
              : value,
        );
        hash.update(text);
        read(`${name}/${table}`, text);
      }
    }
  } finally {
    database.close();
  }
}
