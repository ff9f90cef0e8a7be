import type { Database } from "../../sqlite/database.ts";

export interface StoredQueue {
  readonly id: number;
  readonly name: string;
  /** As they were given, those alone. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

interface QueueRow {
  readonly id: number;
  readonly name: string;
  readonly attributes: string;
  readonly created_at: number;
  readonly modified_at: number;
}

export function createQueueStore(database: Database) {
  return {
    insert(name: string, attributes: StoredQueue["attributes"], now: number): StoredQueue {
      const id = database.run(
        "INSERT INTO queues (name, attributes, created_at, modified_at) VALUES (?, ?, ?, ?)",
        ...[name, JSON.stringify(attributes), now, now],
      );
      return { id, name, attributes, createdAt: now, modifiedAt: now };
    },
    update({ id, attributes, modifiedAt }: StoredQueue): void {
      database.run(
        "UPDATE queues SET attributes = ?, modified_at = ? WHERE id = ?",
        ...[JSON.stringify(attributes), modifiedAt, id],
      );
    },
    delete({ id }: StoredQueue): void {
      database.run("DELETE FROM queues WHERE id = ?", id);
    },
    all: (): readonly StoredQueue[] =>
      database.all<QueueRow>("SELECT * FROM queues ORDER BY name").map((row) => ({
        id: row.id,
        name: row.name,
        attributes: JSON.parse(row.attributes),
        createdAt: row.created_at,
        modifiedAt: row.modified_at,
      })),
  };
}
