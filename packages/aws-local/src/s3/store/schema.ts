import type { FileSchema } from "../../sqlite/database.ts";

/**
 * Keys are bytes: SQLite orders them as S3 does, and an U+0000 in one is a byte like any other. `parts` belong to uploads that
 * are not complete. `removals` names bodies that nobody has any more, until their files are gone. Small bodies are rows of `bodies`.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS buckets (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    lifecycle TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS objects (
    id INTEGER PRIMARY KEY,
    bucket_id INTEGER NOT NULL REFERENCES buckets (id),
    key BLOB NOT NULL,
    body_id TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    modified_at INTEGER NOT NULL,
    headers TEXT NOT NULL,
    checksum TEXT
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS objects_by_key ON objects (bucket_id, key);
  CREATE INDEX IF NOT EXISTS objects_by_age ON objects (bucket_id, modified_at);
  CREATE TABLE IF NOT EXISTS uploads (
    id TEXT PRIMARY KEY,
    bucket_id INTEGER NOT NULL REFERENCES buckets (id),
    key BLOB NOT NULL,
    headers TEXT NOT NULL,
    algorithm TEXT,
    started_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS parts (
    upload_id TEXT NOT NULL REFERENCES uploads (id),
    number INTEGER NOT NULL,
    body_id TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    checksum TEXT,
    modified_at INTEGER NOT NULL,
    PRIMARY KEY (upload_id, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS bodies (id TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS removals (body_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`;

export const objectSchema: FileSchema = { tables, version: 2 };
