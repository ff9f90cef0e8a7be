import type { FileSchema } from "../../sqlite/database.ts";

/**
 * `sequence` is a message's place among all. `visible_at` 0: never given out nor delayed. What a receipt's handle names is in
 * `receipt`: each time that a message is given out it has the next number.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS queues (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    attributes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS messages (
    sequence INTEGER PRIMARY KEY,
    queue_id INTEGER NOT NULL,
    message_id TEXT NOT NULL,
    group_id TEXT,
    sent_at INTEGER NOT NULL,
    visible_at INTEGER NOT NULL,
    receives INTEGER NOT NULL,
    received_at INTEGER,
    receipt INTEGER NOT NULL,
    body TEXT NOT NULL,
    md5 TEXT NOT NULL,
    attributes TEXT,
    source TEXT
  ) STRICT;
`;

export const queueSchema: FileSchema = { tables, version: 1 };
