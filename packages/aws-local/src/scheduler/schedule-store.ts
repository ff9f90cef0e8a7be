import type { Database, FileSchema } from "../sqlite/database.ts";
import { ScheduleDefinition } from "./schedule-parameters.ts";

export const scheduleSchema: FileSchema = {
  version: 1,
  tables: `
    CREATE TABLE IF NOT EXISTS groups (name TEXT PRIMARY KEY, createdAt INTEGER NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS schedules (
      groupName TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL, clientToken TEXT,
      createdAt INTEGER NOT NULL, modifiedAt INTEGER NOT NULL, nextAt INTEGER,
      PRIMARY KEY (groupName, name)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS schedulesByNext ON schedules (nextAt);
    CREATE TABLE IF NOT EXISTS invocations (
      id INTEGER PRIMARY KEY, groupName TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL,
      scheduledAt INTEGER NOT NULL, tryAt INTEGER NOT NULL, attempts INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS invocationsByTry ON invocations (tryAt);`,
};

interface Place {
  readonly groupName: string;
  readonly name: string;
}

/** Times are milliseconds. */
export interface StoredSchedule extends Place {
  readonly definition: ScheduleDefinition;
  readonly clientToken: string | null;
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** Null: it is due no more, or disabled. */
  readonly nextAt: number | null;
}

export interface Invocation extends Place {
  readonly id: number;
  readonly definition: ScheduleDefinition;
  readonly scheduledAt: number;
  readonly tryAt: number;
  /** That failed. */
  readonly attempts: number;
}

type Row<Stored> = Omit<Stored, "definition"> & { readonly definition: string };

const read = <Stored extends { readonly definition: ScheduleDefinition }>(row: Row<Stored>) =>
  ({ ...row, definition: ScheduleDefinition.parse(JSON.parse(row.definition)) }) as unknown as Stored;

/** So many at once. */
const mostDue = 100;

export function createScheduleStore(database: Database) {
  return {
    addGroup: (name: string, now: number) =>
      database.run("INSERT INTO groups (name, createdAt) VALUES (?, ?)", name, now),
    group: (name: string) =>
      database.get<{ readonly name: string; readonly createdAt: number }>(
        "SELECT * FROM groups WHERE name = ?",
        name,
      ),

    find({ groupName, name }: Place): StoredSchedule | undefined {
      const row = database.get<Row<StoredSchedule>>(
        "SELECT * FROM schedules WHERE groupName = ? AND name = ?",
        groupName,
        name,
      );
      return row && read(row);
    },
    put(schedule: StoredSchedule): void {
      const { groupName, name, definition, clientToken, createdAt, modifiedAt, nextAt } = schedule;
      database.run(
        "INSERT OR REPLACE INTO schedules (groupName, name, definition, clientToken, createdAt, modifiedAt, nextAt) VALUES (?, ?, ?, ?, ?, ?, ?)",
        ...[groupName, name, JSON.stringify(definition), clientToken, createdAt, modifiedAt, nextAt],
      );
    },
    /** What of it is to be invoked is invoked no more. */
    remove({ groupName, name }: Place): void {
      database.transaction(() => {
        database.run("DELETE FROM schedules WHERE groupName = ? AND name = ?", groupName, name);
        database.run("DELETE FROM invocations WHERE groupName = ? AND name = ?", groupName, name);
      });
    },
    /** By group and name, those after `after`. */
    list(after: string, limit: number): readonly StoredSchedule[] {
      const rows = database.all<Row<StoredSchedule>>(
        "SELECT * FROM schedules WHERE groupName || '/' || name > ? ORDER BY groupName || '/' || name LIMIT ?",
        after,
        limit,
      );
      return rows.map(read);
    },

    due(now: number): readonly StoredSchedule[] {
      const rows = database.all<Row<StoredSchedule>>(
        "SELECT * FROM schedules WHERE nextAt <= ? ORDER BY nextAt LIMIT ?",
        now,
        mostDue,
      );
      return rows.map(read);
    },
    /** It is then due again at `nextAt`, and was due at these times. */
    invokeLater(
      schedule: StoredSchedule,
      times: readonly { scheduledAt: number; tryAt: number }[],
      nextAt: number | null,
    ): void {
      const { groupName, name, definition } = schedule;
      database.transaction(() => {
        for (const { scheduledAt, tryAt } of times)
          database.run(
            "INSERT INTO invocations (groupName, name, definition, scheduledAt, tryAt, attempts) VALUES (?, ?, ?, ?, ?, 0)",
            ...[groupName, name, JSON.stringify(definition), scheduledAt, tryAt],
          );
        database.run(
          "UPDATE schedules SET nextAt = ? WHERE groupName = ? AND name = ?",
          nextAt,
          groupName,
          name,
        );
      });
    },
    waiting(now: number): readonly Invocation[] {
      const rows = database.all<Row<Invocation>>(
        "SELECT * FROM invocations WHERE tryAt <= ? ORDER BY scheduledAt LIMIT ?",
        now,
        mostDue,
      );
      return rows.map(read);
    },
    tryAgain: ({ id, attempts }: Invocation, tryAt: number) =>
      database.run("UPDATE invocations SET tryAt = ?, attempts = ? WHERE id = ?", tryAt, attempts + 1, id),
    forget: ({ id }: Invocation) => database.run("DELETE FROM invocations WHERE id = ?", id),
    hasWaiting: ({ groupName, name }: Place): boolean =>
      database.get("SELECT 1 FROM invocations WHERE groupName = ? AND name = ?", groupName, name) !==
      undefined,
  };
}
export type ScheduleStore = ReturnType<typeof createScheduleStore>;
