import type { DatabaseSync } from "node:sqlite";

/** Raised when tables change; `migrate` takes a journal from each older one to this. */
const VERSION = 2;

/** More threads than an execution can have events to begin them with. */
export const THREADS_EACH = 1_048_576;

/**
 * - `executions`: one row each, written when it starts and when it ends; `record` is the JSON of ExecutionRecord. Lists by
 *   status pass over the others in an index, without their rows: a Map Run may have a hundred thousand children.
 * - `threads`: where each running thread stands. Few and small, rewritten in place. Their id is made of both ids, so that
 *   an execution's threads stand together without an index; keyed by the pair itself, SQLite would read whole rows,
 *   payloads and all, to compare keys.
 * - `variables`: of those threads that have any, written when they change: they may be forty times a payload.
 * - `events`: batches of history, only ever appended; each points back to the batch before it, so that no index has
 *   to be kept up while a thousand executions write at once. Once the execution has ended they are one batch, `packed`.
 * - `tails`: the newest batch of each execution.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS executions (
    id INTEGER PRIMARY KEY, arn TEXT NOT NULL UNIQUE, machine_arn TEXT NOT NULL, map_run_arn TEXT,
    status TEXT NOT NULL, record TEXT NOT NULL, ended_ms INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS executions_open ON executions (status) WHERE status = 'RUNNING';
  DROP INDEX IF EXISTS executions_of_machine;
  DROP INDEX IF EXISTS executions_of_map_run;
  CREATE INDEX IF NOT EXISTS executions_listed ON executions (machine_arn, id, status) WHERE map_run_arn IS NULL;
  CREATE INDEX IF NOT EXISTS children_listed ON executions (map_run_arn, id, status)
    WHERE map_run_arn IS NOT NULL;
  CREATE TABLE IF NOT EXISTS threads (
    id INTEGER PRIMARY KEY, execution_id INTEGER NOT NULL, thread_id INTEGER NOT NULL,
    live TEXT NOT NULL, input TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS variables (id INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS executions_ended ON executions (ended_ms)
    WHERE ended_ms IS NOT NULL AND map_run_arn IS NULL;
  CREATE TABLE IF NOT EXISTS events (
    id INTEGER PRIMARY KEY, execution_id INTEGER NOT NULL, previous INTEGER NOT NULL, data TEXT NOT NULL, packed BLOB
  ) STRICT;
  CREATE TABLE IF NOT EXISTS tails (
    execution_id INTEGER PRIMARY KEY, last_event_id INTEGER NOT NULL, tail INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS documents (
    kind TEXT NOT NULL, key TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (kind, key)
  ) STRICT;
`;

/** Makes the tables, or brings those of an older engine up to date. @throws Error for those of a newer one. */
export function prepareJournal(database: DatabaseSync): void {
  const version = Number(database.prepare("PRAGMA user_version").get()?.user_version);
  if (version > VERSION) throw new Error(`the journal was written by a newer engine (version ${version})`);
  const isNew = database.prepare("SELECT name FROM sqlite_schema").get() === undefined;
  if (!isNew && version === 0) migrateFromFirst(database);
  if (isNew || version === VERSION) database.exec(tables);
  else
    database.exec(
      `BEGIN IMMEDIATE; ${tables} ALTER TABLE events ADD COLUMN packed BLOB; PRAGMA user_version = 2; COMMIT;`,
    );
  database.exec(`PRAGMA user_version = ${VERSION}`);
}

/** Also makes room to give space back, which takes writing the file again, once. */
function migrateFromFirst(database: DatabaseSync): void {
  database.exec(`
    BEGIN IMMEDIATE;
    ALTER TABLE executions ADD COLUMN ended_ms INTEGER;
    UPDATE executions SET ended_ms = json_extract(record, '$.stopMs') WHERE status <> 'RUNNING';
    ALTER TABLE threads RENAME TO first_threads;
    ${tables}
    INSERT INTO threads SELECT execution_id * ${THREADS_EACH} + thread_id, execution_id, thread_id, live, input
      FROM first_threads;
    INSERT INTO variables SELECT execution_id * ${THREADS_EACH} + thread_id, variables
      FROM first_threads WHERE variables IS NOT NULL;
    DROP TABLE first_threads;
    COMMIT;
    VACUUM;
  `);
}
