import type { FileSchema } from "../../sqlite/database.ts";

/**
 * Items of every table in one table, and one entry for each index an item is in. Keys are bytes in DynamoDB's own order
 * (../values/key-encoding.ts), so a query is a range of a B-tree. Items have a row id, because SQLite keeps the whole row of
 * a table without one in its inner nodes.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS tables (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    definition TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS items (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    partition BLOB NOT NULL,
    sort BLOB NOT NULL,
    bytes INTEGER NOT NULL,
    expires_at INTEGER,
    item TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS items_by_key ON items (table_id, partition, sort);
  CREATE INDEX IF NOT EXISTS items_by_expiry ON items (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS entries (
    table_id INTEGER NOT NULL,
    index_number INTEGER NOT NULL,
    partition BLOB NOT NULL,
    sort BLOB NOT NULL,
    item_partition BLOB NOT NULL,
    item_sort BLOB NOT NULL,
    item_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, index_number, partition, sort, item_partition, item_sort)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS transactions (
    token TEXT PRIMARY KEY,
    request_hash TEXT NOT NULL,
    done_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

export const storeSchema: FileSchema = { tables, version: 1 };
