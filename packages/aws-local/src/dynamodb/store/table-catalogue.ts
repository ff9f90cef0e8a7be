import type { Database } from "../../sqlite/database.ts";
import { resourceNotFound } from "../service-error.ts";
import { type Table, type TableDefinition, tableOf } from "./table.ts";

export type TableCatalogue = ReturnType<typeof createTableCatalogue>;

/** Which tables there are; kept in memory too, because every request asks. */
export function createTableCatalogue(database: Database) {
  const tables = new Map<string, Table>();
  for (const { id, definition } of database.all<{ id: number; definition: string }>(
    "SELECT id, definition FROM tables",
  )) {
    const table = tableOf(id, JSON.parse(definition) as TableDefinition);
    tables.set(table.name, table);
  }

  return {
    find: (name: string): Table | undefined => tables.get(name),
    findById: (id: number): Table | undefined => [...tables.values()].find((table) => table.id === id),
    /** @throws ResourceNotFoundException */
    get(name: string): Table {
      const table = tables.get(name);
      if (table === undefined) throw resourceNotFound();
      return table;
    },
    /** In order. */
    names: (): readonly string[] => [...tables.keys()].sort(),
    create(definition: TableDefinition): Table {
      const id = database.run(
        "INSERT INTO tables (name, definition) VALUES (?, ?)",
        definition.TableName,
        JSON.stringify(definition),
      );
      const table = tableOf(id, definition);
      tables.set(table.name, table);
      return table;
    },
    /** `also`: what must change with it. */
    replace(table: Table, definition: TableDefinition, also: (changed: Table) => void): void {
      const changed = tableOf(table.id, definition);
      database.transaction(() => {
        database.run("UPDATE tables SET definition = ? WHERE id = ?", JSON.stringify(definition), table.id);
        also(changed);
      });
      tables.set(table.name, changed);
    },
    /** With its items. */
    delete(table: Table): void {
      database.transaction(() => {
        for (const kept of ["entries", "items"])
          database.run(`DELETE FROM ${kept} WHERE table_id = ?`, table.id);
        database.run("DELETE FROM tables WHERE id = ?", table.id);
      });
      tables.delete(table.name);
    },
  };
}
